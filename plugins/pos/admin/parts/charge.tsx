import { Button, Callout, Dialog, DialogBody, InputGroup } from '@blueprintjs/core'
import { ApiError, failureLines, useT } from '#admin'
import { useId, useRef, useState, type SyntheticEvent } from 'react'
import { formatMoney, parseMoney } from '../../../../core/money.ts'
import type { CounterQuote } from '../../wire.ts'
import { finish, sendNow } from '../engine/queue.ts'
import { bodyOf, dueOf, type Payment, type Receipt, receiptOf, type Ticket, totalOf } from '../engine/ticket.ts'
import type { MannedTill } from '../engine/use-cashier.ts'
import { useTexts } from '../texts.ts'
import { amountOf, MoneyField } from './money-field.tsx'

interface Props {
  till: MannedTill
  device: string
  ticket: Ticket
  quote: CounterQuote | undefined
  /** The ticket is sold; `waits` when the server has not heard of it yet. */
  onSold: (receipt: Receipt, waits: boolean) => void
  /** It costs something else by now: nothing was sold. */
  onChanged: (lines: readonly string[]) => void
  onClose: () => void
}

/** Notes and coins a buyer may hand over for an amount, in cents: the next round ones. */
function notesFor(cents: number): number[] {
  const notes = [1_000, 2_000, 5_000, 10_000, 50_000, 100_000].map((note) => Math.ceil(cents / note) * note)
  return [...new Set(notes)].filter((note) => note > cents).slice(0, 4)
}

/** Takes the money of a ticket, by one way or several, and sells it. */
export function Charge({ till, device, ticket, quote, onSold, onChanged, onClose }: Props) {
  const say = useTexts()
  const { language } = useT()
  const id = useId()
  const [total] = useState(() => (quote ? parseMoney(quote.total) : totalOf(ticket)))
  const [payments, setPayments] = useState<readonly Payment[]>([])
  const { due, cash, odd } = dueOf(total, payments, till.coin)
  const [way, setWay] = useState(() => till.ways.find((w) => w.cash) ?? till.ways[0])
  const [typed, setTyped] = useState(() => formatMoney(dueOf(total, [], till.coin).cash))
  const [reference, setReference] = useState('')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [beyond, setBeyond] = useState<'no' | 'may' | 'yes'>('no')
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isCash = way?.cash ?? false
  const open = isCash ? cash : due
  const given = parseMoney(amountOf(typed) ?? '0')
  const amount = Math.min(given, open)
  const last = amount >= open
  const choose = (next: NonNullable<typeof way>) => {
    setWay(next)
    setTyped(formatMoney(next.cash ? cash : due))
    setReference('')
    field.current?.focus()
  }
  const part = (): Payment | undefined =>
    way && (amount > 0 || open === 0)
      ? {
          method: way.code,
          title: way.title,
          cash: way.cash,
          amount: formatMoney(amount),
          tendered: way.cash ? formatMoney(Math.max(given, amount)) : null,
          reference: reference.trim(),
        }
      : undefined
  const takePart = (next: Payment) => {
    const all = [...payments, next]
    setPayments(all)
    const rest = dueOf(total, all, till.coin)
    setTyped(formatMoney(isCash ? rest.due : rest.cash))
    setWay(till.ways.find((w) => w.cash !== isCash) ?? way)
    setReference('')
    // The field of the reference may be gone, and Enter goes on.
    field.current?.focus()
  }
  /** What a refusal speaks of, as people call it. */
  const nameOf = (at: string) =>
    ticket.lines.find(({ article }, i) => at === `stock.${article.id}` || at.startsWith(`lines.${i}.`) || at === `lines.${i}`)?.article
      .name ?? at
  const sell = async (parts: readonly Payment[], allowed: boolean) => {
    setBusy(true)
    setWrong([])
    const paid = parts.filter(({ amount: one }) => parseMoney(one) > 0)
    const sold_at = new Date().toISOString()
    const { number: _, ...receipt } = receiptOf(ticket, paid, quote && parseMoney(quote.total) === total ? quote : undefined, {
      number: '',
      sold_at,
      cashier: till.me.name,
      discountLabel: say('discount'),
    })
    try {
      const item = await finish({
        store: till.store.id,
        device,
        path: `ticket?language=${language}`,
        receipt,
        body: {
          ...bodyOf(ticket),
          cashier: till.cashier,
          sold_at,
          total: formatMoney(total),
          beyond: allowed,
          payments: paid.map((p) => ({ method: p.method, amount: p.amount, tendered: p.tendered, reference: p.reference })),
        },
      })
      const told = await sendNow(item)
      onSold({ ...item.receipt, ...(told ? { id: told.id } : {}), order_number: told?.order_number ?? '' }, told === undefined)
    } catch (error) {
      setBusy(false)
      setWrong(error instanceof ApiError ? failureLines(error, nameOf) : [String(error)])
      if (!(error instanceof ApiError)) return
      if (error.code === 'OUT_OF_STOCK' && till.may.oversell) setBeyond('may')
      if (error.code === 'TOTAL_CHANGED') onChanged(failureLines(error))
    }
  }
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    const next = part()
    if (open > 0 && !next) return
    if (next && !last) return takePart(next)
    void sell(next ? [...payments, next] : payments, beyond === 'yes')
  }
  const change = isCash && last ? given - open : 0
  return (
    <Dialog isOpen onClose={onClose} canOutsideClickClose={!busy} title={say('charge')} className="till-dialog is-wide">
      <form onSubmit={send} className="till-charge">
        <DialogBody>
          <p className="till-due">
            <span>{payments.length > 0 ? say('stillToPay') : say('toPay')}</span>
            <strong className="num" data-testid="due">
              <small>{till.currency}</small> {formatMoney(open)}
            </strong>
          </p>
          {payments.length > 0 && (
            <ul className="till-parts">
              {payments.map((p, i) => (
                <li key={`${p.method}-${p.amount}-${p.reference}`}>
                  <span>{p.title}</span>
                  <span className="num">{p.amount}</span>
                  <Button size="small" variant="minimal" onClick={() => setPayments(payments.filter((_, at) => at !== i))}>
                    {say('takeOut')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {till.ways.length === 0 && <Callout intent="warning">{say('noWays')}</Callout>}
          {open > 0 && (
            <>
              <div className="till-ways" role="group" aria-label={say('ways')}>
                {till.ways.map((one) => (
                  <Button
                    key={one.code}
                    className="phone-button"
                    active={one.code === way?.code}
                    aria-pressed={one.code === way?.code}
                    onClick={() => choose(one)}
                  >
                    {one.title}
                  </Button>
                ))}
              </div>
              <MoneyField
                id={`${id}-amount`}
                label={isCash ? say('received') : say('part')}
                value={typed}
                onChange={setTyped}
                autoFocus
                inputRef={field}
              />
              {isCash ? (
                <div className="till-chips">
                  <Button className="phone-button" onClick={() => setTyped(formatMoney(cash))}>
                    {say('exact')}
                  </Button>
                  {notesFor(cash).map((note) => (
                    <Button key={note} className="phone-button num" onClick={() => setTyped(formatMoney(note))}>
                      {formatMoney(note)}
                    </Button>
                  ))}
                </div>
              ) : (
                <div className="till-field">
                  <label htmlFor={`${id}-ref`}>{say('referenceOf')}</label>
                  <InputGroup
                    id={`${id}-ref`}
                    size="large"
                    value={reference}
                    maxLength={80}
                    autoComplete="off"
                    onValueChange={setReference}
                  />
                </div>
              )}
            </>
          )}
          {isCash && odd > 0 && (
            <p className="till-note">
              <span>{say('rounding')}</span>
              <span className="num">−{formatMoney(odd)}</span>
            </p>
          )}
          {isCash && open > 0 && last && (
            <p className="till-note is-change" role="status">
              <span>{say('change')}</span>
              <strong className="num">{formatMoney(change)}</strong>
            </p>
          )}
          {wrong.length > 0 && (
            <Callout intent="danger" icon={false} role="alert">
              {wrong.map((line) => (
                <div key={line}>{line}</div>
              ))}
              {beyond === 'may' && (
                <Button
                  intent="danger"
                  variant="outlined"
                  onClick={() => {
                    setBeyond('yes')
                    const next = part()
                    void sell(next ? [...payments, next] : payments, true)
                  }}
                >
                  {say('oversell')}
                </Button>
              )}
            </Callout>
          )}
        </DialogBody>
        <div className="till-bar">
          <Button size="large" className="phone-button" onClick={onClose} disabled={busy}>
            {say('cancel')}
          </Button>
          <Button
            size="large"
            className="phone-button till-main"
            intent={last ? 'success' : 'primary'}
            type="submit"
            loading={busy}
            disabled={open > 0 && given <= 0}
          >
            {last ? say('finish') : say('take', { amount: formatMoney(amount) })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
