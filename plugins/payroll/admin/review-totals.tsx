import { DocumentCard, Money } from 'stoa/admin'
import type { PayrollReview } from '../api-types.ts'
import { useMessages } from './messages.ts'

/** Totals of a payroll beside those of the payroll before. */
export function ReviewTotals({ review: { totals, previous }, currency }: { review: PayrollReview; currency: string }) {
  const say = useMessages()
  const figures = [
    [say('net'), totals.net, previous?.totals.net],
    [say('gross'), totals.gross, previous?.totals.gross],
    [say('deductions'), totals.deductions, previous?.totals.deductions],
    [say('employer_cost'), totals.employer_cost, previous?.totals.employer_cost],
  ] as const
  return (
    <DocumentCard title={say('totals')}>
      <dl className="pay-totals">
        {figures.map(([label, now, before]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="pay-figure">
              <Money value={now} currency={currency} />
            </dd>
            {before === undefined ? null : (
              <dd className="quiet small">
                {say('before')} <Money value={before} currency={currency} />
              </dd>
            )}
          </div>
        ))}
        <div>
          <dt>{say('employees')}</dt>
          <dd className="pay-figure num">{totals.employees}</dd>
          {previous ? (
            <dd className="quiet small">
              {say('before')} <span className="num">{previous.totals.employees}</span>
            </dd>
          ) : null}
        </div>
      </dl>
    </DocumentCard>
  )
}
