import type { Knex } from 'knex'
import { jsonShapes, tables } from 'stoa/migrations'

const check = (table: string, name: string, condition: string) => `constraint ${table}_${name}_check check (${condition})`

const made = tables({
  hr_leave_type: {
    title: "jsonb not null default '{}'",
    code: 'text not null constraint hr_leave_type_code_unique unique',
    paid_fraction: `numeric not null default 1 ${check('hr_leave_type', 'paid_fraction', 'paid_fraction between 0 and 1')}`,
    unit: `text not null default 'half_day' ${check('hr_leave_type', 'unit', "unit in ('day', 'half_day', 'hour')")}`,
    needs_balance: 'boolean not null default true',
    allow_negative: `numeric not null default 0 ${check('hr_leave_type', 'allow_negative', 'allow_negative >= 0')}`,
    includes_holidays: 'boolean not null default false',
    min_notice_days: `int not null default 0 ${check('hr_leave_type', 'min_notice_days', 'min_notice_days >= 0')}`,
    max_consecutive: `numeric ${check('hr_leave_type', 'max_consecutive', 'max_consecutive > 0')}`,
    applicable_after_days: `int not null default 0 ${check('hr_leave_type', 'applicable_after_days', 'applicable_after_days >= 0')}`,
    needs_document_over_days: `numeric ${check('hr_leave_type', 'needs_document_over_days', 'needs_document_over_days >= 0')}`,
    carry_over_max: `numeric ${check('hr_leave_type', 'carry_over_max', 'carry_over_max >= 0')}`,
    carry_over_expire_days: `int ${check('hr_leave_type', 'carry_over_expire_days', 'carry_over_expire_days > 0')}`,
    balance_max: `numeric ${check('hr_leave_type', 'balance_max', 'balance_max > 0')}`,
    accrual: `text not null default 'grant' ${check('hr_leave_type', 'accrual', "accrual in ('grant', 'monthly_first', 'monthly_last', 'anniversary')")}`,
    rounding: `text not null default 'none' ${check('hr_leave_type', 'rounding', "rounding in ('none', '0.25', '0.5', '1')")}`,
    gender: 'text',
    effective_from: 'date not null',
    legal_source: "text not null default ''",
    enabled: 'boolean not null default true',
    version: 'int not null default 1',
  },
  hr_leave_scale: {
    type_id: 'bigint not null references hr_leave_type on delete cascade',
    years: `int not null ${check('hr_leave_scale', 'years', 'years > 0')}`,
    days: `numeric not null ${check('hr_leave_scale', 'days', 'days between 0 and 366')}`,
  },
  hr_leave: {
    number: 'text not null constraint hr_leave_number_unique unique',
    employee_id: 'bigint not null references hr_employee',
    type_id: 'bigint not null references hr_leave_type',
    start_date: 'date not null',
    end_date: `date not null ${check('hr_leave', 'end_date', 'end_date >= start_date')}`,
    start_half: `text not null default 'full' ${check('hr_leave', 'start_half', "start_half in ('full', 'pm')")}`,
    end_half: `text not null default 'full' ${check('hr_leave', 'end_half', "end_half in ('full', 'am')")}`,
    hours: `numeric ${check('hr_leave', 'hours', 'hours is null or (hours > 0 and start_date = end_date)')}`,
    days: `numeric not null default 0 ${check('hr_leave', 'days', 'days >= 0')}`,
    days_detail: "jsonb not null default '{}'",
    paid_fraction: 'numeric',
    reason: "text not null default ''",
    document: 'bigint references file',
    document_path: "text not null default ''",
    document_name: "text not null default ''",
    status: `text not null default 'draft' ${check('hr_leave', 'status', "status in ('draft', 'pending', 'approved', 'rejected', 'canceled')")}`,
    approval_step: `text not null default 'manager' ${check('hr_leave', 'approval_step', "approval_step in ('manager', 'hr')")}`,
    endorsed_by: 'bigint references account on delete set null',
    endorsed_at: 'timestamptz',
    approver_id: 'bigint references account on delete set null',
    decided_at: 'timestamptz',
    decision_note: "text not null default ''",
    version: 'int not null default 1',
  },
  hr_leave_ledger: {
    employee_id: 'bigint not null references hr_employee',
    type_id: 'bigint not null references hr_leave_type',
    kind: `text not null ${check('hr_leave_ledger', 'kind', "kind in ('grant', 'accrual', 'carry', 'expire', 'take', 'cancel', 'adjust', 'encash')")}`,
    // Thousandths; without a scale, so that whole days are read as 1 and not as 1.000.
    days: `numeric not null ${check('hr_leave_ledger', 'days', "(days <> 0 or kind in ('grant', 'accrual')) and days = round(days, 3)")}`,
    valid_from: 'date not null',
    // Rows that record what ended with a period are valid on no date: the rows they close are not valid any more either.
    valid_to: `date ${check('hr_leave_ledger', 'valid_to', "valid_to >= valid_from or (valid_to = valid_from - 1 and kind in ('expire', 'carry'))")}`,
    leave_id: 'bigint references hr_leave',
    source_ledger_id: 'bigint references hr_leave_ledger',
    note: "text not null default ''",
    created_by: 'bigint references account on delete set null',
    // Idempotency key: a period accrues once, a row is reversed once.
    key: 'text constraint hr_leave_ledger_key_unique unique',
  },
  hr_leave_opening: {
    employee_id: 'bigint not null references hr_employee',
    type_id: 'bigint not null references hr_leave_type',
    days: `numeric not null ${check('hr_leave_opening', 'days', 'days <> 0')}`,
    valid_from: 'date not null',
    valid_to: `date ${check('hr_leave_opening', 'valid_to', 'valid_to >= valid_from')}`,
    note: "text not null default ''",
    reference: 'text not null constraint hr_leave_opening_reference_unique unique',
  },
  hr_leave_adjustment: {
    leave_id: 'bigint not null references hr_leave',
    employee_id: 'bigint not null references hr_employee',
    type_id: 'bigint not null references hr_leave_type',
    date: 'date not null',
    days: `numeric not null ${check('hr_leave_adjustment', 'days', 'days > 0')}`,
    holiday_id: 'bigint references hr_holiday on delete set null',
    status: `text not null default 'pending' ${check('hr_leave_adjustment', 'status', "status in ('pending', 'approved', 'rejected')")}`,
    version: 'int not null default 1',
  },
})

const shapes = jsonShapes({ hr_leave: { days_detail: { type: 'object' } } })

export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await shapes.up(knex)
  await knex.raw(`
    create sequence hr_leave_number_seq;
    alter table hr_leave_scale add constraint hr_leave_scale_years_unique unique (type_id, years);
    create unique index hr_leave_adjustment_open on hr_leave_adjustment (leave_id, date) where status = 'pending';
    create index hr_leave_ledger_balance on hr_leave_ledger (employee_id, type_id, valid_to);
    create index hr_leave_dates on hr_leave (start_date, end_date);
    -- A date has two halves, numbered from 1970 on; the factor leaves room for all years to 9999. No half of an employee belongs to two leaves.
    alter table hr_leave add constraint hr_leave_apart exclude using gist (int8range(
      employee_id * 10000000 + (start_date - date '1970-01-01') * 2 + case start_half when 'pm' then 1 else 0 end,
      employee_id * 10000000 + (end_date - date '1970-01-01') * 2 + case end_half when 'am' then 1 else 2 end) with &&)
      where (status in ('pending', 'approved'));
    alter table hr_leave add constraint hr_leave_halves_check check (start_date < end_date or start_half = 'full' or end_half = 'full');
    create function refuse_leave_ledger_change() returns trigger language plpgsql as $$
      begin raise exception 'the leave ledger is append-only: write a further row instead'; end $$;
    create trigger hr_leave_ledger_append_only before delete or update of employee_id, type_id, kind, days, valid_from, valid_to, leave_id, source_ledger_id, key
      on hr_leave_ledger for each row execute function refuse_leave_ledger_change();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await made.down(knex)
  await knex.raw('drop sequence hr_leave_number_seq; drop function refuse_leave_ledger_change()')
}
