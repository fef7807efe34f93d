import { FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { api, postOnce, useSession } from 'stoa/admin'
import { Goods, getName, NumberField, NumberHeads, OrderDialog } from 'stoa/plugins/sales/admin'
import { namedReplacements, ReplacementPicker, type TypedReplacement } from './replacement-picker.tsx'
import { useMessages } from './messages.ts'
import type { BackDialogProps, BackOrder } from './types.ts'

const kinds = ['return', 'exchange', 'refund_only'] as const

/** Dialog to record a return. */
export function ReturnDialog({ full, close, done }: BackDialogProps) {
  const say = useMessages()
  const id = useId()
  const open = full.lines.filter((l) => l.returnable > 0)
  const [units, setUnits] = useState<Record<number, string>>({})
  const { me } = useSession()
  const [kind, setKind] = useState<string>('return')
  const [note, setNote] = useState('')
  const [instead, setInstead] = useState<TypedReplacement[]>([])
  const lines = open.map((l) => ({ order_line_id: l.id, quantity: Number(units[l.id] || 0) })).filter((l) => l.quantity > 0)
  return (
    <OrderDialog
      title={say('returnTitle', { number: full.order.order_number })}
      close={close}
      done={done}
      send={async (key) => {
        await postOnce(
          `order/${full.order.id}/return`,
          { lines, kind, note, ...(kind === 'exchange' ? { replacements: namedReplacements(instead) } : {}) },
          key,
        )
      }}
      buttons={[{ name: 'return', label: say('takeBack'), blockedBy: lines.length === 0 ? say('enterUnits') : undefined }]}
    >
      <ul className="order-picks">
        <NumberHeads words={[say('quantity')]} />
        {open.map((l) => {
          const line = full.order.lines.find((o) => o.id === l.id)
          return line ? (
            <li key={l.id}>
              <Goods line={line} detail={say('canReturn', { count: l.returnable })} />
              <NumberField
                label={`${say('quantity')}: ${getName(line)}`}
                value={units[l.id] ?? ''}
                onChange={(next) => setUnits({ ...units, [l.id]: String(Math.min(Number(next), l.returnable) || '') })}
              />
            </li>
          ) : null
        })}
      </ul>
      <div className="order-fields">
        <FormGroup label={say('kind')} labelFor={`${id}-kind`}>
          <HTMLSelect
            id={`${id}-kind`}
            fill
            value={kind}
            onChange={(event) => setKind(event.target.value)}
            options={kinds.map((value) => ({ value, label: say(`kind_${value}`) }))}
          />
        </FormGroup>
        <FormGroup label={say('reason')} labelFor={`${id}-note`}>
          <InputGroup id={`${id}-note`} maxLength={1000} value={note} onValueChange={setNote} />
        </FormGroup>
      </div>
      {kind === 'exchange' && me.role.permission_list.includes('create order') && <ReplacementPicker list={instead} set={setInstead} />}
    </OrderDialog>
  )
}

/** Dialog to record received units, and how many are resaleable. */
export function CountDialog({ full, close, done, back }: BackDialogProps & { back: BackOrder['returns'][number] }) {
  const say = useMessages()
  const { me } = useSession()
  const exchanges = back.kind === 'exchange' && me.role.permission_list.includes('create order')
  const [instead, setInstead] = useState<TypedReplacement[]>(() =>
    back.replacements.map((replacement) => ({ ...replacement, quantity: String(replacement.quantity) })),
  )
  const open = back.lines.filter((l) => l.quantity > l.received)
  const [counts, setCounts] = useState<Record<number, { received: string; resaleable: string }>>(() =>
    Object.fromEntries(
      open.map((l) => [l.order_line_id, { received: String(l.quantity - l.received), resaleable: String(l.quantity - l.received) }]),
    ),
  )
  const lines = open.map((l) => ({
    order_line_id: l.order_line_id,
    received: Number(counts[l.order_line_id]?.received || 0),
    resaleable: Number(counts[l.order_line_id]?.resaleable || 0),
  }))
  return (
    <OrderDialog
      title={say('countTitle', { number: back.number })}
      close={close}
      done={done}
      send={async () => {
        await api(`return/${back.id}`, {
          method: 'PUT',
          body: { lines, ...(exchanges ? { replacements: namedReplacements(instead) } : {}) },
        })
      }}
      buttons={[
        { name: 'count', label: say('countIn'), blockedBy: lines.every((l) => l.received === 0) ? say('enterReceived') : undefined },
      ]}
    >
      <ul className="order-picks">
        {open.map((l) => {
          const line = full.order.lines.find((o) => o.id === l.order_line_id)
          const count = counts[l.order_line_id] ?? { received: '', resaleable: '' }
          const set = (change: Partial<typeof count>) => setCounts({ ...counts, [l.order_line_id]: { ...count, ...change } })
          return line ? (
            <li key={l.order_line_id}>
              <Goods line={line} detail={say('of', { done: l.received, all: l.quantity })} />
              <div className="order-count">
                <span className="quiet small" aria-hidden>
                  {say('came')}
                </span>
                <NumberField label={`${say('came')}: ${getName(line)}`} value={count.received} onChange={(received) => set({ received })} />
              </div>
              <div className="order-count">
                <span className="quiet small" aria-hidden>
                  {say('sellable')}
                </span>
                <NumberField
                  label={`${say('sellable')}: ${getName(line)}`}
                  value={count.resaleable}
                  onChange={(resaleable) => set({ resaleable })}
                />
              </div>
            </li>
          ) : null
        })}
      </ul>
      {exchanges && <ReplacementPicker list={instead} set={setInstead} />}
    </OrderDialog>
  )
}
