import { f } from 'stoa'

/** The id of a row in a path, query or body, whose existence the handler checks. */
export const idField = f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, says: 'core:rule.not_exists' })

/** Fields of an expense. `amount` is in the currency of the receipt, blank for a distance. */
export const expenseFields = {
  expense_date: f.date(),
  category_id: idField,
  description: f.text({ default: '', maxLength: 500 }),
  currency: f.text({ default: '', maxLength: 3 }),
  amount: f.maybe(f.money()),
  mileage_km: f.maybe(f.decimal({ min: 0.01, max: 99_999 })),
  reason: f.text({ default: '', maxLength: 500 }),
  remove_receipt: f.flag({ default: false }),
}

/** The title of a claim. */
export const titleField = f.text({ maxLength: 120 })
