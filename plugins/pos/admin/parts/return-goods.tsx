import { Checkbox } from '@blueprintjs/core'
import { api, isMissing, failureLines, useScanner } from 'stoa/admin'
import { useState } from 'react'
import { parseMoney } from 'stoa/money'
import type { FoundTicket } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import type { MannedTill } from '../engine/use-cashier.ts'
import { useGiveBack } from '../engine/use-return.ts'
import { useMessages } from '../messages.ts'
import { DialogForm } from './dialog-form.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'
import { TextField } from './text-field.tsx'

interface Props {
  till: MannedTill
  device: string
  onClose: () => void
}

/** Return by receipt, refunded by the original methods or in cash. */
export function ReturnGoods({ till, device, onClose }: Props) {
  const say = useMessages()
  const figure = useFigures()
  const [code, setCode] = useState('')
  const [found, setFound] = useState<FoundTicket>()
  const [units, setUnits] = useState<Readonly<Record<number, number>>>({})
  const [damaged, setDamaged] = useState(false)
  const [cash, setCash] = useState(false)
  const [reason, setReason] = useState('')
  const { busy, wrong, setWrong, giveBack } = useGiveBack(till, device, onClose)
  const findTicket = async (barcode: string) => {
    setWrong([])
    try {
      const ticket = await api<FoundTicket>(`store/${till.store.id}/ticket`, { query: { barcode: barcode.trim() } })
      setFound(ticket)
      setUnits({})
    } catch (error) {
      setWrong(isMissing(error) ? [say('notFound')] : failureLines(error))
    }
  }
  useScanner((scanned) => {
    setCode(scanned)
    void findTicket(scanned)
  })
  const lines = (found?.lines ?? []).flatMap((line) => {
    const quantity = units[line.order_line_id] ?? 0
    return quantity > 0 ? [{ order_line_id: line.order_line_id, quantity, resaleable: damaged ? 0 : quantity }] : []
  })
  const due = (found?.lines ?? []).reduce((sum, { order_line_id, worth }) => {
    const quantity = units[order_line_id] ?? 0
    return sum + (quantity > 0 ? parseMoney(worth[quantity - 1] ?? '0') : 0)
  }, 0)
  const send = async () => (found ? giveBack(`ticket/${found.id}/return`, { lines, cash, reason }, found.order_number) : findTicket(code))
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
                <QuantityStepper
                  name={line.name}
                  value={units[line.order_line_id] ?? 0}
                  max={line.open}
                  onChange={(quantity) => setUnits((now) => ({ ...now, [line.order_line_id]: quantity }))}
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
          <TextField label={say('reason')} value={reason} maxLength={200} onValueChange={setReason} />
        </>
      ) : (
        <TextField
          label={say('receiptNumber')}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          value={code}
          onValueChange={setCode}
        />
      )}
    </DialogForm>
  )
}
