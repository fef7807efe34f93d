import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  hr_holiday_calendar: {
    title: "jsonb not null default '{}'",
    code: 'text not null constraint hr_holiday_calendar_code_unique unique',
    region: "text not null default ''",
    rest_weekdays: "smallint[] not null default '{6,7}'",
    source: "text not null default ''",
    version: 'int not null default 1',
  },
  hr_holiday: {
    calendar_id: 'bigint not null references hr_holiday_calendar on delete cascade',
    date: 'date not null',
    title: "jsonb not null default '{}'",
    kind: "text not null default 'general' constraint hr_holiday_kind_check check (kind in ('statutory', 'general', 'company'))",
    paid: 'boolean not null default true',
    half_day: "text not null default 'none' constraint hr_holiday_half_day_check check (half_day in ('none', 'am', 'pm'))",
    // A substituted holiday that is deleted leaves its substitute as a holiday like any other.
    substitute_for_id: 'bigint constraint hr_holiday_substitute_for_id_unique unique references hr_holiday on delete set null',
    status: "text not null default 'draft' constraint hr_holiday_status_check check (status in ('draft', 'published'))",
    version: 'int not null default 1',
  },
  hr_department: {
    title: "jsonb not null default '{}'",
    code: 'text not null constraint hr_department_code_unique unique',
    parent_id: 'bigint references hr_department constraint hr_department_parent_check check (parent_id <> id)',
    manager_id: 'bigint',
    version: 'int not null default 1',
  },
  hr_employee: {
    staff_no: 'text not null constraint hr_employee_staff_no_unique unique',
    name: 'text not null',
    account_id: 'bigint constraint hr_employee_account_id_unique unique references account on delete set null',
    person_id: 'bigint references person',
    department_id: 'bigint references hr_department',
    position: "text not null default ''",
    manager_id: 'bigint references hr_employee constraint hr_employee_manager_check check (manager_id <> id)',
    employment_type:
      "text not null default 'full_time' constraint hr_employee_employment_type_check check (employment_type in ('full_time', 'part_time', 'casual', 'contract'))",
    join_date: 'date not null',
    probation_end: 'date constraint hr_employee_probation_check check (probation_end >= join_date)',
    last_day: 'date constraint hr_employee_last_day_check check (last_day >= join_date)',
    birth_date: 'date',
    gender: 'text',
    time_zone: 'text',
    work_weekdays: "smallint[] not null default '{}'",
    holiday_calendar_id: 'bigint references hr_holiday_calendar',
    // Encrypted: see f.sealed.
    bank_name: 'text',
    bank_account: 'text',
    identity_number: 'text',
    enabled: 'boolean not null default true',
    version: 'int not null default 1',
  },
})

export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(
    'alter table hr_department add constraint hr_department_manager_id_fkey foreign key (manager_id) references hr_employee (id)',
  )
  await knex.raw('create index hr_department_manager_id on hr_department (manager_id)')
  await knex.raw('alter table hr_holiday add constraint hr_holiday_date_unique unique (calendar_id, date)')
  await knex.raw('create index hr_holiday_date on hr_holiday (date)')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table hr_department drop constraint hr_department_manager_id_fkey')
  await made.down(knex)
}
