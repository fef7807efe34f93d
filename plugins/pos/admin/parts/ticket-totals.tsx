import type { CounterQuote } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import { getDeductions, lineTotal, type Ticket, getTotal } from '../engine/ticket.ts'
import { useMessages } from '../messages.ts'

interface Props {
  ticket: Ticket
  quote: CounterQuote | undefined
  currency: string
  /** The server cannot be asked for discounts. */
  alone: boolean
}

/** Totals of a sale, with the server's discounts once known. */
export function Sums({ ticket, quote, currency, alone }: Props) {
  const say = useMessages()
  const figure = useFigures()
  const off = getDeductions(ticket, quote, say('discount'))
  const goods = ticket.lines.reduce((sum, line) => sum + lineTotal(line), 0)
  return (
    <>
      {alone && ticket.lines.length > 0 && <p className="till-alone">{say('aloneTotal')}</p>}
      <dl className="till-sums">
        {off.length > 0 && (
          <div>
            <dt>{say('subtotal')}</dt>
            <dd className="num">{figure(goods)}</dd>
          </div>
        )}
        {off.map(({ label, amount }, i) => (
          <div key={`${label}-${i}`} className="is-off">
            <dt>{label}</dt>
            <dd className="num">{figure(`-${amount}`)}</dd>
          </div>
        ))}
        <div className="till-total">
          <dt>{say('total')}</dt>
          <dd className="num" aria-live="polite">
            <small>{currency}</small> {figure(quote?.total ?? getTotal(ticket))}
          </dd>
        </div>
        {(quote?.taxes ?? []).map(({ code, label, rate, amount }) => (
          <div key={`${code} ${label} ${rate}`} className="quiet small">
            <dt>{say('tax', { label, rate })}</dt>
            <dd className="num">{figure(amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
