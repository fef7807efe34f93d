import { amountText, Day } from 'stoa/admin'
import type { Expense } from '../api-types.ts'
import { useMessages } from './messages.ts'

/** How the amount of an expense in the currency of the claim was computed: distance or exchange rate. Nothing when it is the receipt's. */
export function AmountOrigin({ expense, currency }: { expense: Expense; currency: string }) {
  const say = useMessages()
  const { mileage_km, mileage_rate } = expense
  if (mileage_km !== null)
    return <span className="quiet small">{say('distance_line', { km: mileage_km, rate: amountText(mileage_rate ?? '', currency) })}</span>
  if (expense.currency === currency) return null
  return (
    <span className="quiet small">
      {amountText(expense.amount, expense.currency)} · {say('rate_line', { base: currency, code: expense.currency, rate: expense.rate })}{' '}
      {expense.rate_source === 'settings' ? say('rate_current') : <Day value={expense.rate_date} />}
      {expense.rate_note === '' ? null : ` · ${expense.rate_note}`}
    </span>
  )
}
