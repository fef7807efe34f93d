import { defineResource, f } from 'stoa'
import { rateSources } from '../domain/statuses.ts'
import { itemScope } from '../services/claim-scope.ts'

const fixed = { form: false } as const

/** An expense of a claim. Amount and currency are those of the receipt; `base_amount` is in the currency of the claim. Code writes it. */
export const hrReimbursementItem = defineResource({
  name: 'hr_reimbursement_item',
  path: 'reimbursement/item',
  label: 'description',
  verbs: ['get', 'export'],
  sortBy: '-expense_date',
  locked: true,
  listStamps: false,
  scope: itemScope,
  transfer: false,
  fields: {
    reimbursement_id: f.one('hr_reimbursement', { ...fixed, list: 1, filter: true }),
    employee_id: f.one('hr_employee', { ...fixed, list: 2, filter: true }),
    expense_date: f.date({ ...fixed, list: 3, sort: true, filter: true }),
    category_id: f.one('hr_expense_category', { ...fixed, list: 4, filter: true }),
    description: f.text({ ...fixed, default: '', list: 5, search: true, maxLength: 500 }),
    currency: f.text({ ...fixed, list: 6, filter: true, minLength: 3, maxLength: 3 }),
    amount: f.money({ ...fixed, list: 7 }),
    rate: f.decimal({ ...fixed }),
    rate_date: f.date(fixed),
    rate_source: f.pick(rateSources, fixed),
    rate_note: f.text({ ...fixed, default: '', maxLength: 500 }),
    // In the base currency, not in that of the receipt, so the check for whole amounts must not apply.
    base_amount: f.money({ ...fixed, list: 8, sort: true }),
    approved_amount: f.maybe(f.money({ ...fixed, list: 9, sort: true })),
    approval_note: f.text({ ...fixed, default: '', maxLength: 500 }),
    mileage_km: f.maybe(f.decimal({ ...fixed, min: 0.01, max: 99_999 })),
    mileage_rate: f.maybe(f.decimal(fixed)),
    reason: f.text({ ...fixed, default: '', maxLength: 500 }),
    receipt: f.maybe(f.privateFile({ ...fixed, accept: ['picture', 'pdf'] })),
    // For the employee, who cannot read the row as staff do.
    receipt_path: f.text({ ...fixed, default: '', sheet: false }),
    receipt_name: f.text({ ...fixed, default: '' }),
    receipt_sha256: f.text({ ...fixed, default: '', sheet: false }),
  },
})
