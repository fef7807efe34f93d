import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const minutes = (column: string, most = 1_440) =>
  `int not null default 0 constraint hr_shift_${column}_check check (${column} between 0 and ${most})`
const words = (column: string, list: readonly string[]) => `check (${column} in (${list.map((word) => `'${word}'`).join(', ')}))`

const made = tables({
  hr_shift: {
    name: 'text not null constraint hr_shift_name_unique unique',
    start_min: 'int not null constraint hr_shift_start_min_check check (start_min between 0 and 1439)',
    // At or before the start: on the next day.
    end_min: 'int not null constraint hr_shift_end_min_check check (end_min between 0 and 1439)',
    break_start_min: 'int constraint hr_shift_break_start_min_check check (break_start_min between 0 and 1439)',
    break_minutes: minutes('break_minutes', 720),
    paid_break: 'boolean not null default false',
    work_calc: `text not null default 'first_last' constraint hr_shift_work_calc_check ${words('work_calc', ['first_last', 'pairs'])}`,
    late_grace_min: minutes('late_grace_min'),
    early_grace_min: minutes('early_grace_min'),
    half_day_below_min: minutes('half_day_below_min'),
    absent_below_min: minutes('absent_below_min'),
    works_holidays: 'boolean not null default false',
    early_in_min: 'int not null default 60 constraint hr_shift_early_in_min_check check (early_in_min between 0 and 720)',
    late_out_min: 'int not null default 60 constraint hr_shift_late_out_min_check check (late_out_min between 0 and 720)',
    colour: "text not null default '#3b82f6'",
    enabled: 'boolean not null default true',
    version: 'int not null default 1',
  },
  hr_shift_assignment: {
    employee_id: 'bigint not null references hr_employee',
    shift_id: 'bigint not null references hr_shift',
    start_date: 'date not null',
    end_date: 'date constraint hr_shift_assignment_end_date_check check (end_date >= start_date)',
    weekdays: "smallint[] not null default '{}'",
    status: `text not null default 'draft' constraint hr_shift_assignment_status_check ${words('status', ['draft', 'published', 'canceled'])}`,
    version: 'int not null default 1',
  },
})

export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw('create index hr_shift_assignment_days on hr_shift_assignment (employee_id, start_date, end_date)')
}

export async function down(knex: Knex): Promise<void> {
  await made.down(knex)
}
