import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const check = (table: string, name: string, condition: string) => `constraint ${table}_${name}_check check (${condition})`
const limit = (name: string) => `bigint ${check('hr_expense_category', name, `${name}_minor >= 0`)}`

const made = tables({
  hr_expense_category: {
    title: "jsonb not null default '{}'",
    code: 'text not null constraint hr_expense_category_code_unique unique',
    limit_item_minor: limit('limit_item'),
    limit_day_minor: limit('limit_day'),
    limit_month_minor: limit('limit_month'),
    receipt_required_over_minor: limit('receipt_required_over'),
    is_default: 'boolean not null default false',
    enabled: 'boolean not null default true',
    version: 'int not null default 1',
  },
  hr_mileage_rate: {
    category_id: 'bigint not null references hr_expense_category on delete cascade',
    effective_from: 'date not null',
    rate: `numeric not null ${check('hr_mileage_rate', 'rate', 'rate > 0')}`,
  },
  hr_reimbursement: {
    number: 'text not null constraint hr_reimbursement_number_unique unique',
    employee_id: 'bigint not null references hr_employee',
    title: "text not null default ''",
    currency: 'text not null',
    total_claimed_minor: `bigint not null default 0 ${check('hr_reimbursement', 'total_claimed', 'total_claimed_minor >= 0')}`,
    total_approved_minor: `bigint not null default 0 ${check('hr_reimbursement', 'total_approved', 'total_approved_minor between 0 and total_claimed_minor')}`,
    status: `text not null default 'draft' ${check('hr_reimbursement', 'status', "status in ('draft', 'pending', 'processing', 'approved', 'rejected', 'paid', 'canceled')")}`,
    submitted_at: 'timestamptz',
    endorsed_by: 'bigint references account on delete set null',
    endorsed_at: 'timestamptz',
    approver_id: 'bigint references account on delete set null',
    decided_at: 'timestamptz',
    decision_note: "text not null default ''",
    paid_by: `text not null default 'direct' ${check('hr_reimbursement', 'paid_by', "paid_by in ('direct', 'payroll')")}`,
    paid_at: 'date',
    payment_ref: "text not null default ''",
    // A loose reference such as payroll/12: the payroll that pays the claim may belong to a plugin that is absent.
    payroll_ref: 'text',
    version: 'int not null default 1',
  },
  hr_reimbursement_item: {
    reimbursement_id: 'bigint not null references hr_reimbursement on delete cascade',
    employee_id: 'bigint not null references hr_employee',
    expense_date: 'date not null',
    category_id: 'bigint not null references hr_expense_category',
    description: "text not null default ''",
    currency: 'text not null',
    amount_minor: `bigint not null ${check('hr_reimbursement_item', 'amount', 'amount_minor > 0')}`,
    rate: `numeric not null ${check('hr_reimbursement_item', 'rate', 'rate > 0')}`,
    rate_date: 'date not null',
    rate_source: `text not null ${check('hr_reimbursement_item', 'rate_source', "rate_source in ('base', 'day', 'settings', 'manual')")}`,
    rate_note: "text not null default ''",
    base_amount_minor: `bigint not null ${check('hr_reimbursement_item', 'base_amount', 'base_amount_minor >= 0')}`,
    approved_amount_minor: `bigint ${check('hr_reimbursement_item', 'approved_amount', 'approved_amount_minor between 0 and base_amount_minor')}`,
    approval_note: "text not null default ''",
    mileage_km: `numeric ${check('hr_reimbursement_item', 'mileage_km', 'mileage_km > 0')}`,
    mileage_rate: 'numeric',
    reason: "text not null default ''",
    receipt: 'bigint references file',
    receipt_path: "text not null default ''",
    receipt_name: "text not null default ''",
    receipt_sha256: "text not null default ''",
    version: 'int not null default 1',
  },
})

export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    create sequence hr_reimbursement_number_seq;
    alter table hr_mileage_rate add constraint hr_mileage_rate_effective_from_unique unique (category_id, effective_from);
    alter table hr_reimbursement add constraint hr_reimbursement_nothing_approved_check
      check (status not in ('approved', 'paid') or total_approved_minor > 0);
    alter table hr_reimbursement add constraint hr_reimbursement_paid_at_check
      check (status <> 'paid' or (paid_at is not null and (paid_by = 'direct' or payroll_ref is not null)));
    create index hr_reimbursement_payroll on hr_reimbursement (payroll_ref) where payroll_ref is not null;
    create index hr_reimbursement_payable on hr_reimbursement (employee_id) where status = 'approved';
    create index hr_reimbursement_item_receipt on hr_reimbursement_item (receipt_sha256) where receipt_sha256 <> '';
    create index hr_reimbursement_item_expense on hr_reimbursement_item (employee_id, expense_date, amount_minor);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await made.down(knex)
  await knex.raw('drop sequence hr_reimbursement_number_seq')
}
