import { Button, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect, InputGroup, SegmentedControl } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type SyntheticEvent } from 'react'
import { api, fieldErrors, forget, notifyFailure, notifySuccess, optionsQuery, useT } from 'stoa/admin'
import type { InventoryLine, Moved } from 'stoa/plugins/catalogue/admin'
import { useMessages } from './messages.ts'
import './stock.css'

const kinds = ['plus', 'minus', 'update', 'transfer'] as const
type Kind = (typeof kinds)[number]

export interface AdjustDialogProps {
  line: InventoryLine
  /** All saved lines of the stock item, as targets of a transfer. */
  lines: InventoryLine[]
  close: () => void
  done: (result: Moved) => void
}

const describeRow = (line: InventoryLine) => [line.warehouse_name, line.lot_code, line.expiry_date].filter(Boolean).join(' · ')

/** Adjusts the quantity of a line immediately, with a reason. */
export function AdjustDialog({ line, lines, close, done }: AdjustDialogProps) {
  const say = useMessages()
  const { language } = useT()
  const warehouses = useQuery(optionsQuery('warehouse', { q: '' }, language)).data ?? []
  const form = useId()
  const [kind, setKind] = useState<Kind>('plus')
  const [quantity, setQuantity] = useState('')
  const [reason, setReason] = useState(say('correction'))
  const [remark, setRemark] = useState('')
  const [to, setTo] = useState('')
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [busy, setBusy] = useState(false)
  const others = lines.filter((other) => other.id !== line.id)
  const from = Number(line.quantity)
  const amount = Number(quantity) || 0
  const result = kind === 'plus' ? from + amount : kind === 'update' ? amount : from - amount
  const empty = warehouses.filter(({ value }) => !lines.some((other) => other.warehouse_id === value))

  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    // React portals bubble events to the form behind.
    event.stopPropagation()
    setBusy(true)
    try {
      const common = { quantity: Math.trunc(amount), reason, remark }
      if (kind === 'transfer') {
        const warehouse = empty.find(({ value }) => to === `w${value}`)
        const target = warehouse ? { warehouse_id: warehouse.value } : { to: to === '' ? null : Number(to) }
        const moved = await api<{ from: number; to: number; to_id: number }>('inventory/transfer', {
          method: 'POST',
          body: { ...common, from: line.id, ...target },
        })
        const opened: InventoryLine | undefined = warehouse && {
          ...line,
          id: moved.to_id,
          warehouse_id: Number(warehouse.value),
          warehouse_name: warehouse.label,
          quantity: moved.to,
          available_inventories: moved.to,
        }
        done({ totals: { [Number(line.id)]: moved.from, [moved.to_id]: moved.to }, ...(opened ? { opened } : {}) })
      } else {
        const now = await api<{ quantity: number }>(`inventory/${kind}`, {
          method: 'POST',
          body: { ...common, inventory_id: line.id },
        })
        done({ totals: { [Number(line.id)]: now.quantity } })
      }
      forget('inventory')
      notifySuccess(say('adjusted'), [describeRow(line)])
      close()
    } catch (error) {
      setErrors(fieldErrors(error))
      notifyFailure(say('adjustFail'), error, (name) => (name === 'to' ? say('to') : say('quantity')))
      setBusy(false)
    }
  }
  const problem = (name: string) => (errors[name] ? { helperText: errors[name].join(' '), intent: 'danger' as const } : {})

  return (
    <Dialog isOpen onClose={close} title={say('adjustOf', { name: describeRow(line) })}>
      <form onSubmit={(event) => void send(event)}>
        <DialogBody>
          <SegmentedControl
            fill
            aria-label={say('kind')}
            value={kind}
            onValueChange={(next) => setKind(next as Kind)}
            options={kinds.map((kind) => ({ value: kind, label: say(kind) }))}
          />
          {kind === 'transfer' && (
            <FormGroup label={say('to')} labelFor={`${form}-to`} className="adjust-gap" {...problem('to')}>
              <HTMLSelect id={`${form}-to`} fill value={to} onChange={(event) => setTo(event.target.value)}>
                <option value="">{say('noTarget')}</option>
                {others.map((other) => (
                  <option key={other.id} value={other.id}>
                    {describeRow(other)}
                  </option>
                ))}
                {empty.map(({ value, label }) => (
                  <option key={`w${value}`} value={`w${value}`}>
                    {label}
                  </option>
                ))}
              </HTMLSelect>
            </FormGroup>
          )}
          <FormGroup label={say('quantity')} labelFor={`${form}-quantity`} className="adjust-gap" {...problem('quantity')}>
            <InputGroup
              id={`${form}-quantity`}
              inputMode="numeric"
              className="num"
              value={quantity}
              intent={errors['quantity'] ? 'danger' : 'none'}
              onChange={(event) => setQuantity(event.target.value)}
            />
          </FormGroup>
          <output className="adjust-result num">
            {say('total')}: <strong>{say('result', { from, to: result })}</strong>
          </output>
          <FormGroup label={say('reason')} labelFor={`${form}-reason`}>
            <InputGroup id={`${form}-reason`} value={reason} onChange={(event) => setReason(event.target.value)} />
          </FormGroup>
          <FormGroup label={say('remark')} labelFor={`${form}-remark`}>
            <InputGroup id={`${form}-remark`} value={remark} onChange={(event) => setRemark(event.target.value)} />
          </FormGroup>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={close}>{say('cancel')}</Button>
              <Button intent="primary" type="submit" loading={busy}>
                {say('apply')}
              </Button>
            </>
          }
        />
      </form>
    </Dialog>
  )
}
