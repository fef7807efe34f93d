import { Error as ErrorIcon, WarningSign } from '@blueprintjs/icons'
import { adminPath, Link } from 'stoa/admin'
import type { Expense } from '../api-types.ts'
import { useMessages } from './messages.ts'

/**
 * Problems and possible duplicates of an expense.
 * @param claimId id of the claim of the expense
 * @param path admin path of a claim, before its id
 */
export function ExpenseWarnings({ expense: { problems, duplicates }, claimId, path }: { expense: Expense; claimId: number; path: string }) {
  const say = useMessages()
  if (problems.length === 0 && duplicates.length === 0) return null
  return (
    <ul className="claim-warnings">
      {problems.map(({ text, is_warning }) => (
        <li key={text} className={is_warning ? 'is-warning' : 'is-problem'}>
          {is_warning ? <WarningSign aria-hidden /> : <ErrorIcon aria-hidden />}
          <span>{text}</span>
        </li>
      ))}
      {duplicates.map(({ kind, number, claim_id }) => (
        <li key={`${kind} ${claim_id}`} className="is-warning">
          <WarningSign aria-hidden />
          <span>
            {say(kind === 'receipt' ? 'same_receipt' : 'same_expense')}{' '}
            {claim_id === null ? (
              say('another_claim')
            ) : claim_id === claimId ? (
              say('this_claim')
            ) : (
              <Link to={adminPath(`${path}/${claim_id}`)}>{number}</Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
