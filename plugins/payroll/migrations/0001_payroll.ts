import type { Knex } from 'knex'
import { jsonShapes, tables } from 'stoa/migrations'

const check = (table: string, name: string, condition: string) => `constraint ${table}_${name}_check check (${condition})`
const among = (column: string, values: string) => `${column} in (${values})`

const frequencies = "'monthly', 'semi_monthly', 'fortnightly', 'weekly', 'daily'"
const payslipStatuses = "'draft', 'pending', 'abnormal', 'approved', 'sent', 'paid', 'canceled'"

const made = tables({
  hr_pay_structure: {
    title: "jsonb not null default '{}'",
    code: 'text not null constraint hr_pay_structure_code_unique unique',
    currency: 'text not null',
    remittance_due_day: `int not null default 10 ${check('hr_pay_structure', 'remittance_due_day', 'remittance_due_day between 1 and 28')}`,
    legal_notes: "text not null default ''",
    enabled: 'boolean not null default true',
    version: 'int not null default 1',
  },
  hr_continuity_rule: {
    structure_id: 'bigint not null references hr_pay_structure on delete cascade',
    effective_from: 'date not null',
    week_minutes: `int not null ${check('hr_continuity_rule', 'week_minutes', 'week_minutes > 0')}`,
    four_week_minutes: 'int',
    weeks: `int not null default 4 ${check('hr_continuity_rule', 'weeks', 'weeks > 0')}`,
    legal_source: "text not null default ''",
  },
  hr_pay_rule: {
    structure_id: 'bigint not null references hr_pay_structure on delete cascade',
    title: "jsonb not null default '{}'",
    code: 'text not null',
    kind: `text not null ${check('hr_pay_rule', 'kind', among('kind', "'earning', 'deduction', 'employer_cost'"))}`,
    basis: `text not null ${check('hr_pay_rule', 'basis', among('basis', "'fixed', 'percent', 'per_day', 'per_hour', 'bands', 'average'"))}`,
    order: 'int not null default 10',
    effective_from: 'date not null',
    effective_to: `date ${check('hr_pay_rule', 'effective_to', 'effective_to >= effective_from')}`,
    is_relevant: 'boolean not null default true',
    is_wage: 'boolean not null default true',
    is_prorated: 'boolean not null default true',
    amount_minor: 'bigint',
    factor: 'numeric',
    day_quantity: "text not null default 'payment_days'",
    hour_quantity: "text not null default 'overtime_hours'",
    percent_of: "text not null default 'base'",
    covers_leave: 'boolean not null default false',
    covers_holidays: 'boolean not null default false',
    continuity_weeks: 'int not null default 0',
    income_max_minor: 'bigint',
    income_max_daily_minor: 'bigint',
    first_days_free: 'int not null default 0',
    min_service_days: 'int not null default 0',
    age_min: 'int',
    age_max: 'int',
    age_date: "text not null default 'period_end'",
    rounding: "text not null default 'none'",
    rounds_with: "text not null default ''",
    legal_source: "text not null default ''",
    enabled: 'boolean not null default true',
    version: 'int not null default 1',
  },
  hr_pay_band: {
    rule_id: 'bigint not null references hr_pay_rule on delete cascade',
    age_from: 'int',
    age_to: 'int',
    income_from_minor: 'bigint not null default 0',
    income_from_daily_minor: 'bigint',
    is_exclusive: 'boolean not null default false',
    percent: 'numeric not null default 0',
    excess_over_minor: 'bigint not null default 0',
  },
  hr_salary: {
    employee_id: 'bigint not null references hr_employee',
    effective_from: 'date not null',
    structure_id: 'bigint not null references hr_pay_structure',
    pay_type: `text not null ${check('hr_salary', 'pay_type', among('pay_type', "'monthly', 'daily', 'hourly'"))}`,
    frequency: `text not null ${check('hr_salary', 'frequency', among('frequency', frequencies))}`,
    base_amount_minor: `bigint not null ${check('hr_salary', 'base_amount', 'base_amount_minor >= 0')}`,
    currency: 'text not null',
    scheme_member_no: "text not null default ''",
    is_exempt: 'boolean not null default false',
    note: "text not null default ''",
    status: `text not null default 'draft' ${check('hr_salary', 'status', among('status', "'draft', 'approved', 'disabled'"))}`,
    created_by: 'bigint references account on delete set null',
    approved_by: 'bigint references account on delete set null',
    approved_at: 'timestamptz',
    version: 'int not null default 1',
  },
  hr_salary_allowance: {
    salary_id: 'bigint not null references hr_salary on delete cascade',
    code: 'text not null',
    title: 'text not null',
    amount_minor: 'bigint not null',
    is_relevant: 'boolean not null default true',
    is_prorated: 'boolean not null default true',
  },
  hr_bank_format: {
    title: 'text not null',
    code: 'text not null constraint hr_bank_format_code_unique unique',
    delimiter: "text not null default 'comma'",
    has_header: 'boolean not null default true',
    enabled: 'boolean not null default true',
    version: 'int not null default 1',
  },
  hr_bank_column: {
    format_id: 'bigint not null references hr_bank_format on delete cascade',
    label: "text not null default ''",
    value: 'text not null',
    fixed_text: "text not null default ''",
  },
  hr_payroll: {
    number: 'text not null constraint hr_payroll_number_unique unique',
    frequency: `text not null ${check('hr_payroll', 'frequency', among('frequency', frequencies))}`,
    start_date: 'date not null',
    end_date: `date not null ${check('hr_payroll', 'end_date', 'end_date >= start_date')}`,
    pay_date: 'date not null',
    currency: 'text not null',
    day_basis: `text not null default 'calendar' ${check('hr_payroll', 'day_basis', among('day_basis', "'calendar', 'working'"))}`,
    unmarked_as: `text not null default 'present' ${check('hr_payroll', 'unmarked_as', among('unmarked_as', "'present', 'absent'"))}`,
    note: "text not null default ''",
    run_id: 'bigint',
    status: `text not null default 'draft' ${check('hr_payroll', 'status', among('status', "'draft', 'processing', 'pending', 'abnormal', 'approved', 'sent', 'paid', 'canceled'"))}`,
    created_by: 'bigint references account on delete set null',
    computed_at: 'timestamptz',
    approved_by: 'bigint references account on delete set null',
    approved_at: 'timestamptz',
    sent_at: 'timestamptz',
    paid_at: 'timestamptz',
    paid_on: 'date',
    payment_reference: "text not null default ''",
    version: 'int not null default 1',
  },
  hr_payslip: {
    payroll_id: 'bigint not null references hr_payroll',
    employee_id: 'bigint not null references hr_employee',
    salary_id: 'bigint references hr_salary',
    structure_id: 'bigint references hr_pay_structure',
    start_date: 'date not null',
    end_date: 'date not null',
    frequency: 'text not null',
    currency: 'text not null',
    working_days: 'numeric not null default 0',
    payment_days: 'numeric not null default 0',
    paid_leave_days: 'numeric not null default 0',
    unpaid_days: 'numeric not null default 0',
    absent_days: 'numeric not null default 0',
    overtime_min: 'int not null default 0',
    gross_minor: 'bigint not null default 0',
    deductions_minor: 'bigint not null default 0',
    employer_cost_minor: 'bigint not null default 0',
    net_minor: 'bigint not null default 0',
    relevant_income_minor: 'bigint not null default 0',
    average_wages_minor: 'bigint not null default 0',
    average_days: 'numeric not null default 0',
    carried_forward_minor: 'bigint not null default 0',
    postponed: "jsonb not null default '[]'",
    problems: "jsonb not null default '[]'",
    // Hash of everything that was computed, so that computing again writes only what changed.
    digest: "text not null default ''",
    status: `text not null default 'draft' ${check('hr_payslip', 'status', among('status', payslipStatuses))}`,
    version: 'int not null default 1',
  },
  hr_payslip_line: {
    payslip_id: 'bigint not null references hr_payslip on delete cascade',
    position: 'int not null',
    code: 'text not null',
    title: 'jsonb',
    kind: `text not null ${check('hr_payslip_line', 'kind', among('kind', "'earning', 'deduction', 'employer_cost'"))}`,
    quantity: 'numeric',
    rate: 'numeric',
    amount_minor: 'bigint not null',
    is_relevant: 'boolean not null',
    is_wage: 'boolean not null',
    source: "jsonb not null default '{}'",
  },
  hr_payslip_pdf: {
    payslip_id: 'bigint not null references hr_payslip on delete cascade',
    language: 'text not null',
    file: 'bigint references file',
    path: 'text not null',
    sha256: 'text not null',
  },
  hr_pay_item: {
    employee_id: 'bigint not null references hr_employee',
    date: 'date not null',
    code: 'text not null',
    title: 'text not null',
    kind: `text not null default 'earning' ${check('hr_pay_item', 'kind', among('kind', "'earning', 'deduction'"))}`,
    amount_minor: `bigint not null ${check('hr_pay_item', 'amount', 'amount_minor > 0')}`,
    currency: 'text not null',
    is_relevant: 'boolean not null default true',
    is_wage: 'boolean not null default true',
    note: "text not null default ''",
    reference: 'text constraint hr_pay_item_reference_unique unique',
    claimed_by: 'text',
    status: `text not null default 'pending' ${check('hr_pay_item', 'status', among('status', "'pending', 'approved', 'paid', 'canceled'"))}`,
    version: 'int not null default 1',
  },
  hr_pay_opening: {
    employee_id: 'bigint not null references hr_employee',
    start_date: 'date not null',
    end_date: `date not null ${check('hr_pay_opening', 'end_date', 'end_date >= start_date')}`,
    currency: 'text not null',
    gross_minor: 'bigint not null default 0',
    net_minor: 'bigint not null default 0',
    wages_minor: 'bigint not null default 0',
    days: 'numeric not null default 0',
    relevant_income_minor: 'bigint not null default 0',
    employee_contribution_minor: 'bigint not null default 0',
    employer_contribution_minor: 'bigint not null default 0',
    reference: 'text not null constraint hr_pay_opening_reference_unique unique',
  },
})

const shapes = jsonShapes({
  hr_payslip: { postponed: { type: 'array' }, problems: { type: 'array' } },
  hr_payslip_line: { source: { type: 'object' } },
})

export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await shapes.up(knex)
  await knex.raw(`
    create sequence hr_payroll_number_seq;
    create table hr_payroll_excluded (
      hr_payroll_id bigint not null references hr_payroll on delete cascade,
      hr_employee_id bigint not null references hr_employee on delete cascade,
      "order" int not null default 0,
      primary key (hr_payroll_id, hr_employee_id)
    );
    create index hr_payroll_excluded_employee on hr_payroll_excluded (hr_employee_id);
    alter table hr_salary add constraint hr_salary_effective_from_unique unique (employee_id, effective_from);
    alter table hr_salary_allowance add constraint hr_salary_allowance_code_unique unique (salary_id, code);
    alter table hr_continuity_rule add constraint hr_continuity_rule_effective_from_unique unique (structure_id, effective_from);
    -- Versions of a rule do not overlap. The hash stands for structure and code, because ranges alone have a gist operator class.
    alter table hr_pay_rule add constraint hr_pay_rule_apart exclude using gist (
      numrange(hashtextextended(code, structure_id)::numeric, hashtextextended(code, structure_id)::numeric, '[]') with &&,
      daterange(effective_from, effective_to, '[]') with &&);
    create unique index hr_payslip_once on hr_payslip (employee_id, start_date, end_date) nulls not distinct where status <> 'canceled';
    create index hr_payslip_employee on hr_payslip (employee_id, end_date);
    alter table hr_payslip_line add constraint hr_payslip_line_position_unique unique (payslip_id, position);
    create index hr_payslip_line_adjustment on hr_payslip_line (((source ->> 'payslip_id')::bigint)) where source ->> 'type' = 'adjustment';
    alter table hr_payslip_pdf add constraint hr_payslip_pdf_language_unique unique (payslip_id, language);
    create index hr_pay_item_open on hr_pay_item (employee_id, date) where claimed_by is null;
    create index hr_pay_item_claimed on hr_pay_item (claimed_by) where claimed_by is not null;
    create index hr_pay_opening_employee on hr_pay_opening (employee_id, end_date);
    create function refuse_payslip_line_change() returns trigger language plpgsql as $$
      begin
        if exists (select from hr_payslip p where p.id = coalesce(old.payslip_id, new.payslip_id) and p.status in ('approved', 'sent', 'paid')) then
          raise exception 'the lines of an approved payslip do not change: the next payroll adjusts them';
        end if;
        return coalesce(new, old);
      end $$;
    create trigger hr_payslip_line_fixed before insert or update or delete on hr_payslip_line
      for each row execute function refuse_payslip_line_change();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table hr_payroll_excluded')
  await made.down(knex)
  await knex.raw('drop sequence hr_payroll_number_seq; drop function refuse_payslip_line_change()')
}
