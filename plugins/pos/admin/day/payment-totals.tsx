import { Card, HTMLTable } from '@blueprintjs/core'
import { Money } from 'stoa/admin'
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
      <Card compact>
        <h2>{say('ways')}</h2>
        <HTMLTable compact className="till-day-table">
          <thead>
            <tr>
              <th scope="col">{say('way')}</th>
              <th scope="col" className="num">
                {say('times')}
              </th>
              <th scope="col" className="num">
                {say('part')}
              </th>
            </tr>
          </thead>
          <tbody>
            {report.ways.map((way) => (
              <tr key={way.method}>
                <th scope="row">{way.title}</th>
                <td className="num">{way.count}</td>
                <td className="num">
                  <Money value={way.amount} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </Card>
    </>
  )
}
