import { Card } from '@blueprintjs/core'
import { CardTable, Money } from 'stoa/admin'
import type { DayReport } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

/** Totals of the day by payment method. */
export function DaySums({ report }: { report: DayReport }) {
  const say = useMessages()
  const { currency } = report
  const facts = [
    [`${say('sales')} (${report.sales})`, report.sold],
    [`${say('returns')} (${report.returns})`, report.back],
    ...(report.pickups > 0 ? [[`${say('handedOverCount')} (${report.pickups})`, report.collected] as const] : []),
    [say('discounts'), report.discounts],
    [say('difference'), report.difference],
  ] as const
  return (
    <>
      <dl className="till-day-sums">
        {facts.map(([label, amount]) => (
          <div key={label} className="panel">
            <dt>{label}</dt>
            <dd>
              <Money value={amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      <Card compact className="till-day-table">
        <h2>{say('ways')}</h2>
        <CardTable caption={say('ways')} heads={[say('way'), { label: say('times'), end: true }, { label: say('part'), end: true }]}>
          {report.ways.map((way) => (
            <tr key={way.method}>
              <th scope="row">{way.title}</th>
              <td data-label={say('times')} className="num is-end">
                {way.count}
              </td>
              <td data-label={say('part')} className="num is-end">
                <Money value={way.amount} currency={currency} />
              </td>
            </tr>
          ))}
        </CardTable>
      </Card>
    </>
  )
}
