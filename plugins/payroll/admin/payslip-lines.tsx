import { Dialog, DialogBody } from '@blueprintjs/core'
import { useState } from 'react'
import { adminPath, Day, Link, Money } from 'stoa/admin'
import type { PayslipView } from '../api-types.ts'
import { useFactMessages, useMessages } from './messages.ts'

type Line = PayslipView['lines'][number]

const kinds = ['earning', 'deduction', 'employer_cost'] as const

/** Lines of a payslip by kind. A line opens what it was computed from. */
export function PayslipLines({ payslip, isOwn }: { payslip: PayslipView; isOwn: boolean }) {
  const say = useMessages()
  const [open, setOpen] = useState<Line>()
  return (
    <>
      {kinds.map((kind) => {
        const lines = payslip.lines.filter((line) => line.kind === kind)
        if (lines.length === 0) return null
        return (
          <section key={kind}>
            <h2>{say(`kind_${kind}`)}</h2>
            <ul className="pay-lines">
              {lines.map((line) => (
                <li key={line.id}>
                  <button type="button" className="pay-line" onClick={() => setOpen(line)} aria-label={say('explain', { name: line.name })}>
                    <span className="pay-line-name">
                      {line.name}
                      {line.quantity !== null && line.rate !== null ? (
                        <span className="quiet small num">
                          {line.quantity} × {line.rate}
                        </span>
                      ) : null}
                    </span>
                    <Money value={line.amount} currency={payslip.currency} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      <Dialog isOpen={open !== undefined} onClose={() => setOpen(undefined)} title={open?.name ?? ''} className="pay-dialog">
        <DialogBody>{open ? <Explanation line={open} currency={payslip.currency} isOwn={isOwn} /> : null}</DialogBody>
      </Dialog>
    </>
  )
}

/** The page of a source such as `leave/17`; undefined when it has none. */
function toPath(ref: string | null, isOwn: boolean): string | undefined {
  const [name, id] = (ref ?? '').split('/')
  if (!id) return undefined
  if (name === 'leave') return isOwn ? `my-leave/view/${id}` : `leave/view/${id}`
  if (name === 'attendance') return isOwn ? `my-attendance/view/${id}` : `attendance/view/${id}`
  if (name === 'item' && !isOwn) return `payroll/item/edit/${id}`
  return undefined
}

function Explanation({ line, currency, isOwn }: { line: Line; currency: string; isOwn: boolean }) {
  const say = useMessages()
  const factName = useFactMessages()
  const { explanation } = line
  const path = toPath(explanation.ref, isOwn)
  return (
    <div className="pay-explanation">
      <p className="pay-figure">
        <Money value={line.amount} currency={currency} />
      </p>
      <p>{say(`type_${explanation.type as 'salary'}`)}</p>
      <dl className="pay-facts">
        {line.quantity !== null && line.rate !== null ? (
          <div className="pay-fact">
            <dt>{say('quantity_rate')}</dt>
            <dd className="num">
              {line.quantity} × {line.rate}
            </dd>
          </div>
        ) : null}
        {explanation.facts.map(({ key, type, value }) => (
          <div key={key} className="pay-fact">
            <dt>{factName(key as 'base')}</dt>
            <dd className="num">{type === 'money' ? <Money value={value} currency={currency} /> : value}</dd>
          </div>
        ))}
      </dl>
      {explanation.days.length > 0 ? (
        <>
          <h3>{say('days')}</h3>
          <ul className="pay-days">
            {explanation.days.map(({ date, kind, quantity, ref }) => {
              const to = toPath(ref, isOwn)
              return (
                <li key={`${date} ${kind} ${ref}`}>
                  <span>
                    {to ? (
                      <Link to={adminPath(to)}>
                        <Day value={date} />
                      </Link>
                    ) : (
                      <Day value={date} />
                    )}{' '}
                    <span className="quiet small">{say(`day_${kind as 'unpaid'}`)}</span>
                  </span>
                  <span className="num">{quantity ?? ''}</span>
                </li>
              )
            })}
          </ul>
        </>
      ) : null}
      {explanation.months.length > 0 ? (
        <>
          <h3>{say('months')}</h3>
          <ul className="pay-days">
            {explanation.months.map(({ start, end, wages, days }) => (
              <li key={start}>
                <span>
                  <Day value={start} /> – <Day value={end} />
                </span>
                <span className="num">
                  <Money value={wages} currency={currency} /> · {say('n_days', { n: String(days) })}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {explanation.rule ? (
        <p className="quiet small">
          {say('rule', { title: explanation.rule.title, date: explanation.rule.effective_from })}
          {explanation.rule.legal_source === '' ? null : <span className="pay-source">{explanation.rule.legal_source}</span>}
        </p>
      ) : null}
      {path ? <Link to={adminPath(path)}>{say('open_source')}</Link> : null}
    </div>
  )
}
