import { Moment } from 'stoa/admin'
import type { Report, Till } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import { useMessages } from '../messages.ts'
import { AmountRow } from './amount-row.tsx'

/** Report of a till session, for screen and 80 mm paper. */
export function ReportView({ till, report }: { till: Pick<Till, 'shop' | 'store' | 'ways' | 'currency'>; report: Report }) {
  const say = useMessages()
  const figure = useFigures()
  const getMethodTitle = (method: string) => till.ways.find((way) => way.code === method)?.title ?? method
  const move = (kind: string) => say(kind === 'in' ? 'cash_in' : kind === 'out' ? 'cash_out' : 'cash_drop')
  const line = (label: string, value: string, key = label) => <AmountRow key={key} label={label} amount={figure(value)} />
  return (
    <article className="till-paper" aria-label={report.number}>
      <header>
        <strong>{report.status === 'completed' || report.status === 'abnormal' ? say('reportZ') : say('reportX')}</strong>
        <span>
          {till.store.name} · {report.register}
        </span>
        <span>{report.number}</span>
        <span>
          <Moment value={report.opened_at} /> {report.closed_at && '–'} {report.closed_at && <Moment value={report.closed_at} />}
        </span>
        <span>{say('openedBy', { name: report.opened_by })}</span>
        {report.closed_by && <span>{say('closedBy', { name: report.closed_by })}</span>}
      </header>
      {line(`${say('sales')} (${report.sales})`, report.sold)}
      {line(`${say('returns')} (${report.returns})`, report.back)}
      {report.pickups > 0 && line(`${say('handedOverCount')} (${report.pickups})`, report.collected)}
      {line(say('discounts'), report.discounts)}
      {line(say('rounding'), report.rounding)}
      <h3>{say('ways')}</h3>
      {report.ways.map((way) => line(`${getMethodTitle(way.method)} (${way.count})`, way.amount, way.method))}
      <h3>{say('drawer')}</h3>
      {line(say('floatShort'), report.float)}
      {report.moves.map((m, i) => line(`${move(m.kind)}: ${m.reason}`, m.amount, `move-${i}`))}
      {line(say('expected'), report.expected ?? say('afterCount'))}
      {report.counts.map((c, i) => line(`${say('counted')} (${c.by})`, c.counted, `count-${i}`))}
      {report.difference !== null && line(say('difference'), report.difference)}
      {report.reason && <p>{report.reason}</p>}
      {report.missing > 0 && line(say('missing'), String(report.missing))}
      {report.trouble > 0 && line(say('trouble'), String(report.trouble))}
    </article>
  )
}
