import { Button, Checkbox, InputGroup } from '@blueprintjs/core'
import { Minus, Plus } from '@blueprintjs/icons'
import { api, isMissing, failureLines, notify, notifySuccess, useScanner } from '#admin'
import { useId, useState } from 'react'
import { parseMoney } from '../../../../core/money.ts'
import type { FoundTicket } from '../../wire.ts'
import { useFigures } from '../engine/figures.ts'
import { finish, sendNow } from '../engine/queue.ts'
import { nothingOn } from '../engine/ticket.ts'
import type { MannedTill } from '../engine/use-cashier.ts'
import { useTexts } from '../texts.ts'
import { DialogForm } from './dialog-form.tsx'

interface Props {
  till: MannedTill
  device: string
  onClose: () => void
}

/** Takes goods back by their receipt, and gives their money back the way it came, or all of it out of the drawer. */
export function ReturnGoods({ till, device, onClose }: Props) {
  const say = useTexts()
  const figure = useFigures()
  const id = useId()
  const [code, setCode] = useState('')
  const [found, setFound] = useState<FoundTicket>()
  const [units, setUnits] = useState<Readonly<Record<number, number>>>({})
  const [damaged, setDamaged] = useState(false)
  const [cash, setCash] = useState(false)
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const find = async (wanted: string) => {
    setWrong([])
    try {
      const ticket = await api<FoundTicket>(`store/${till.store.id}/ticket`, { query: { barcode: wanted.trim() } })
      setFound(ticket)
      setUnits({})
    } catch (error) {
      setWrong(isMissing(error) ? [say('notFound')] : failureLines(error))
    }
  }
  useScanner((scanned) => {
    setCode(scanned)
    void find(scanned)
  })
  const lines = (found?.lines ?? []).flatMap((line) => {
    const quantity = units[line.order_line_id] ?? 0
    return quantity > 0 ? [{ order_line_id: line.order_line_id, quantity, resaleable: damaged ? 0 : quantity }] : []
  })
  const due = (found?.lines ?? []).reduce((sum, { order_line_id, worth }) => {
    const quantity = units[order_line_id] ?? 0
    return sum + (quantity > 0 ? parseMoney(worth[quantity - 1] ?? '0') : 0)
  }, 0)
  const titleOf = (method: string) => till.ways.find(({ code: own }) => own === method)?.title ?? method
  const send = async () => {
    if (!found) return find(code)
    setBusy(true)
    setWrong([])
    try {
      const sold_at = new Date().toISOString()
      const item = await finish({
        store: till.store.id,
        device,
        path: `ticket/${found.id}/return`,
        body: { lines, cash, reason, cashier: till.cashier },
        receipt: { ...nothingOn, sold_at, order_number: found.order_number, cashier: till.me.name, lines: [], total: '' },
      })
      const told = await sendNow(item)
      if (told) {
        const total = told.total.replace('-', '')
        const later = parseMoney(total) - (told.ways ?? []).reduce((sum, { amount }) => sum + parseMoney(amount), 0)
        notifySuccess(say('gaveBack', { amount: figure(total) }), [
          ...(told.ways ?? []).map(({ method, amount }) => say('giveByMethod', { method: titleOf(method), amount: figure(amount) })),
          ...(later > 0 ? [say('sentLater', { amount: figure(later) })] : []),
          told.number,
        ])
      } else notify({ intent: 'warning', title: say('returnWaits') })
      onClose()
    } catch (error) {
      setBusy(false)
      setWrong(failureLines(error))
    }
  }
  const missing = !found
    ? code.trim() === '' && say('enterCode')
    : (lines.length === 0 && say('enterUnits')) || (reason.trim() === '' && say('enterReason'))
  return (
    <DialogForm
      title={say('returnGoods')}
      wide
      go={!found ? say('find') : due > 0 ? say('giveBackAmount', { amount: figure(due) }) : say('giveBack')}
      busy={busy}
      blockedBy={missing || undefined}
      wrong={wrong}
      onSend={send}
      onClose={onClose}
    >
      {found ? (
        <>
          <p className="quiet">
            {found.number} · {found.order_number} · {figure(found.total)}
          </p>
          <ul className="till-choices">
            {found.lines.map((line) => (
              <li key={line.order_line_id}>
                <span>
                  <strong>{line.name}</strong>
                  <span className="quiet">{say('canReturn', { count: line.open, all: line.quantity })}</span>
                </span>
                <Button
                  icon={<Minus aria-hidden />}
                  aria-label={say('less', { name: line.name })}
                  disabled={(units[line.order_line_id] ?? 0) === 0}
                  onClick={() => setUnits((now) => ({ ...now, [line.order_line_id]: Math.max(0, (now[line.order_line_id] ?? 0) - 1) }))}
                />
                <input
                  className="bp6-input till-quantity num"
                  inputMode="numeric"
                  aria-label={say('quantityOf', { name: line.name })}
                  disabled={line.open === 0}
                  value={String(units[line.order_line_id] ?? 0)}
                  onFocus={(event) => event.currentTarget.select()}
                  onChange={({ target: { value } }) => {
                    if (/^\d{0,4}$/.test(value))
                      setUnits((now) => ({ ...now, [line.order_line_id]: Math.min(line.open, Number(value || 0)) }))
                  }}
                />
                <Button
                  icon={<Plus aria-hidden />}
                  aria-label={say('more', { name: line.name })}
                  disabled={(units[line.order_line_id] ?? 0) >= line.open}
                  onClick={() =>
                    setUnits((now) => ({ ...now, [line.order_line_id]: Math.min(line.open, (now[line.order_line_id] ?? 0) + 1) }))
                  }
                />
              </li>
            ))}
          </ul>
          <Checkbox
            size="large"
            checked={damaged}
            label={say('damaged')}
            onChange={({ currentTarget }) => setDamaged(currentTarget.checked)}
          />
          <Checkbox size="large" checked={cash} label={say('inCash')} onChange={({ currentTarget }) => setCash(currentTarget.checked)} />
          <div className="till-field">
            <label htmlFor={`${id}-why`}>{say('reason')}</label>
            <InputGroup id={`${id}-why`} size="large" value={reason} maxLength={200} onValueChange={setReason} />
          </div>
        </>
      ) : (
        <div className="till-field">
          <label htmlFor={id}>{say('receiptNumber')}</label>
          <InputGroup id={id} size="large" autoFocus autoComplete="off" autoCapitalize="characters" value={code} onValueChange={setCode} />
        </div>
      )}
    </DialogForm>
  )
}
