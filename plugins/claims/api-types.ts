import { type Shape, t } from 'stoa'
import { claimStatuses, paymentWays, rateSources } from './domain/statuses.ts'

const receipt = t.object({
  name: t.text(),
  url: t.text('Expires after some minutes.'),
  is_picture: t.flag('False: a PDF.'),
})

/** A possible duplicate of an expense: the same file, or the same employee, date, currency and amount. */
export const DuplicateWarning = t.object({
  kind: t.pick(['receipt', 'expense']),
  number: t.maybe(t.text('Number of the other claim; null when the caller may not see it.')),
  claim_id: t.maybe(t.id()),
})

/** An expense of a claim. `amount` is in `currency`; the other amounts are in the currency of the claim. */
export const Expense = t.object({
  id: t.id(),
  expense_date: t.day(),
  category_id: t.id(),
  category: t.text(),
  is_mileage: t.flag(),
  description: t.text(),
  currency: t.text(),
  amount: t.money(),
  rate: t.text('Price of one unit of the currency of the claim.'),
  rate_date: t.day(),
  rate_source: t.pick(rateSources),
  rate_note: t.text(),
  base_amount: t.money(),
  approved_amount: t.maybe(t.money()),
  approval_note: t.text(),
  mileage_km: t.maybe(t.text()),
  mileage_rate: t.maybe(t.text()),
  reason: t.text(),
  receipt: t.maybe(receipt),
  problems: t.list(t.object({ field: t.text(), text: t.text(), is_warning: t.flag('False: the claim cannot be submitted.') })),
  duplicates: t.list(DuplicateWarning),
})
export type Expense = Shape<typeof Expense>

const claim = {
  id: t.id(),
  number: t.text(),
  title: t.text(),
  currency: t.text(),
  total_claimed: t.money(),
  total_approved: t.money(),
  status: t.pick(claimStatuses),
  submitted_at: t.maybe(t.dateTime()),
  created_at: t.dateTime(),
}

/** A claim of the caller in a list. */
export const OwnClaimLine = t.object({ ...claim, items: t.int('Number of expenses.') })
export type OwnClaimLine = Shape<typeof OwnClaimLine>

/** The claims of the caller, newest first. */
export const OwnClaims = t.object({ data: t.list(OwnClaimLine) })
export type OwnClaims = Shape<typeof OwnClaims>

/** A claim of the caller with its expenses and history. */
export const OwnClaim = t.object({
  ...claim,
  items: t.list(Expense),
  approver: t.maybe(t.text()),
  decision_note: t.text(),
  paid_by: t.pick(paymentWays),
  paid_at: t.maybe(t.day()),
  payment_ref: t.text(),
  can_submit: t.flag('Whether it has expenses and no problems.'),
  history: t.list(t.object({ at: t.dateTime(), to_status: t.text(), reason: t.text() })),
})
export type OwnClaim = Shape<typeof OwnClaim>

/** What the form of an expense offers. */
export const ExpenseForm = t.object({
  today: t.day('Today in the time zone of the employee.'),
  currency: t.text('The base currency.'),
  currencies: t.list(t.text()),
  claim_window_days: t.int(),
  limit_policy: t.pick(['warn', 'refuse']),
  categories: t.list(
    t.object({
      id: t.id(),
      title: t.text(),
      is_default: t.flag(),
      is_mileage: t.flag(),
      limit_item: t.maybe(t.money()),
      limit_day: t.maybe(t.money()),
      limit_month: t.maybe(t.money()),
      receipt_required_over: t.maybe(t.money('Null: no receipt is needed.')),
      mileage_rates: t.list(t.object({ effective_from: t.day(), rate: t.text('Base currency per kilometre.') })),
    }),
  ),
})
export type ExpenseForm = Shape<typeof ExpenseForm>

/** A created row. */
export const Created = t.object({ id: t.id() })

/** A claim for those who decide on it, with its expenses, receipts and warnings. */
export const ClaimView = t.object({
  ...claim,
  version: t.int(),
  employee: t.text(),
  items: t.list(Expense),
  endorser: t.maybe(t.text()),
  approver: t.maybe(t.text()),
  decision_note: t.text(),
  paid_by: t.pick(paymentWays),
  paid_at: t.maybe(t.day()),
  payment_ref: t.text(),
  payroll_ref: t.maybe(t.text()),
  may_endorse: t.flag(),
  may_approve: t.flag(),
  may_reject: t.flag(),
  may_edit_amounts: t.flag('Whether the caller may change approved amounts now.'),
  may_edit_rates: t.flag('Whether the caller may change exchange rates now.'),
  may_pay: t.flag(),
  waits_in_inbox: t.flag('Whether the approval inbox decides first.'),
})
export type ClaimView = Shape<typeof ClaimView>
