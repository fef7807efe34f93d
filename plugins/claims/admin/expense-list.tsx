import { Day, Money } from 'stoa/admin'
import type { Expense } from '../api-types.ts'
import { AmountOrigin } from './expense-amount.tsx'
import { ExpenseWarnings } from './expense-warnings.tsx'
import { useMessages } from './messages.ts'
import { Receipt } from './receipt.tsx'

interface ExpenseListProps {
  claimId: number
  expenses: readonly Expense[]
  /** Currency of the claim. */
  currency: string
  /** Admin path of a claim, before its id. */
  path: string
  /** Whether approved amounts are decided or being decided. */
  showApproved: boolean
}

/** The expenses of a claim, each beside its receipt. */
export function ExpenseList({ claimId, expenses, currency, path, showApproved }: ExpenseListProps) {
  const say = useMessages()
  return (
    <ul className="claim-expenses">
      {expenses.map((expense) => (
        <li key={expense.id} className="claim-expense">
          <div className="claim-expense-text">
            <div className="claim-line">
              <strong>{expense.category}</strong>
              <strong>
                <Money value={expense.base_amount} currency={currency} />
              </strong>
            </div>
            <div className="claim-line">
              <span className="claim-note">{expense.description}</span>
              <Day value={expense.expense_date} />
            </div>
            <AmountOrigin expense={expense} currency={currency} />
            {showApproved && expense.approved_amount !== null && expense.approved_amount !== expense.base_amount ? (
              <div className="claim-line claim-approved">
                <span>{say('approved_amount')}</span>
                <Money value={expense.approved_amount} currency={currency} />
              </div>
            ) : null}
            {expense.approval_note === '' ? null : <p className="claim-note small">{expense.approval_note}</p>}
            {expense.reason === '' ? null : <p className="claim-note small">{say('reason_line', { reason: expense.reason })}</p>}
            <ExpenseWarnings expense={expense} claimId={claimId} path={path} />
          </div>
          {expense.receipt === null ? (
            <p className="claim-no-receipt quiet small">{say(expense.is_mileage ? 'no_receipt_needed' : 'no_receipt')}</p>
          ) : (
            <Receipt receipt={expense.receipt} large />
          )}
        </li>
      ))}
    </ul>
  )
}
