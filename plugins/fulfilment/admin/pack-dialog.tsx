import { Button, Checkbox, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Page, Row } from 'stoa/api-types'
import { api, postOnce } from 'stoa/admin'
import { type DialogProps, Goods, getName, NumberField, NumberHeads, OrderDialog } from 'stoa/plugins/sales/admin'
import { useMessages } from './messages.ts'
import type { SentOrder } from './types.ts'

interface Carrier extends Row {
  name: string
  enabled: boolean
}

/** Packing dialog: units are checked off by hand or scanner; the shipment is sent now, later, or prepared for pickup. */
export function PackDialog({ full, close, done }: Omit<DialogProps, 'full'> & { full: SentOrder }) {
  const say = useMessages()
  const id = useId()
  const open = full.lines.filter((l) => l.physical && l.to_pack > 0)
  const [packed, setPacked] = useState<Record<number, string>>({})
  const [scanned, setScanned] = useState('')
  const [unknown, setUnknown] = useState('')
  const [collect, setCollect] = useState(false)
  const [carrier, setCarrier] = useState('')
  const [carrierName, setCarrierName] = useState('')
  const [tracking, setTracking] = useState('')
  const [weight, setWeight] = useState('')
  const { data: carriers } = useQuery({
    queryKey: ['carrier', 'for-packing'],
    queryFn: () => api<Page<Carrier>>('carrier', { query: { limit: '100' } }).catch(() => ({ data: [] as Carrier[] })),
  })
  const findLine = (line: number) => full.order.lines.find((l) => l.id === line)
  const count = (line: number) => Number(packed[line] || 0)
  const lines = open.map((l) => ({ order_line_id: l.id, quantity: count(l.id) })).filter((l) => l.quantity > 0)
  const scan = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const code = scanned.trim().toLowerCase()
    setScanned('')
    if (code === '') return
    const hit = open.find(
      (l) => (l.barcode?.toLowerCase() === code || findLine(l.id)?.sku.toLowerCase() === code) && count(l.id) < l.to_pack,
    )
    setUnknown(hit ? '' : code)
    if (hit) setPacked({ ...packed, [hit.id]: String(count(hit.id) + 1) })
  }
  const send = async (key: string, button: string) => {
    const shipment = await postOnce<Row>(
      `order/${full.order.id}/shipment`,
      {
        lines,
        collect,
        status: button === 'send' ? 'shipped' : 'processing',
        ...(collect ? {} : { carrier_id: carrier ? Number(carrier) : null, carrier_name: carrierName, tracking_number: tracking }),
        weight_g: weight === '' ? null : Number(weight),
      },
      key,
    )
    if (button === 'ready') await api(`shipment/${shipment.id}`, { method: 'PUT', body: { ready: true } })
  }
  const blockedBy = lines.length === 0 ? say('enterUnits') : undefined
  return (
    <OrderDialog
      title={say('packTitle', { number: full.order.order_number })}
      close={close}
      done={done}
      send={send}
      fieldName={(field) => getName(findLine(lines[Number(/^lines\.(\d+)/.exec(field)?.[1])]?.order_line_id ?? 0)) || undefined}
      buttons={[
        { name: 'later', label: say('saveDraft'), blockedBy },
        collect ? { name: 'ready', label: say('layReady'), blockedBy } : { name: 'send', label: say('sendNow'), blockedBy },
      ]}
    >
      <div className="order-scan">
        <FormGroup
          label={say('scan')}
          labelFor={`${id}-scan`}
          {...(unknown ? { helperText: say('scanUnknown', { code: unknown }), intent: 'warning' as const } : {})}
        >
          <InputGroup id={`${id}-scan`} autoFocus autoComplete="off" value={scanned} onValueChange={setScanned} onKeyDown={scan} />
        </FormGroup>
        <Button onClick={() => setPacked(Object.fromEntries(open.map((l) => [l.id, String(l.to_pack)])))}>{say('packAll')}</Button>
      </div>
      <ul className="order-picks">
        <NumberHeads words={[say('quantity')]} tick />
        {open.map((l) => {
          const line = findLine(l.id)
          if (!line) return null
          return (
            <li key={l.id} className={count(l.id) >= l.to_pack ? 'is-full' : undefined}>
              <Goods line={line} detail={say('toPack', { count: l.to_pack })} />
              <NumberField
                label={`${say('quantity')}: ${getName(line)}`}
                value={packed[l.id] ?? ''}
                onChange={(next) => setPacked({ ...packed, [l.id]: next })}
              />
              <Checkbox
                checked={count(l.id) >= l.to_pack}
                aria-label={getName(line)}
                onChange={(event) => setPacked({ ...packed, [l.id]: event.currentTarget.checked ? String(l.to_pack) : '' })}
              />
            </li>
          )
        })}
      </ul>
      <Checkbox checked={collect} label={say('collect')} onChange={(event) => setCollect(event.currentTarget.checked)} />
      {!collect && (
        <div className="order-fields">
          <FormGroup label={say('carrier')} labelFor={`${id}-carrier`}>
            <HTMLSelect
              id={`${id}-carrier`}
              fill
              value={carrier}
              onChange={(event) => setCarrier(event.target.value)}
              options={[
                { value: '', label: say('otherCarrier') },
                ...(carriers?.data ?? []).filter((c) => c.enabled !== false).map((c) => ({ value: String(c.id), label: c.name })),
              ]}
            />
          </FormGroup>
          {carrier === '' && (
            <FormGroup label={say('carrierName')} labelFor={`${id}-name`}>
              <InputGroup id={`${id}-name`} maxLength={100} value={carrierName} onValueChange={setCarrierName} />
            </FormGroup>
          )}
          <FormGroup label={say('tracking')} labelFor={`${id}-tracking`}>
            <InputGroup id={`${id}-tracking`} maxLength={100} value={tracking} onValueChange={setTracking} />
          </FormGroup>
          <FormGroup label={say('weight')}>
            <NumberField label={say('weight')} value={weight} onChange={setWeight} />
          </FormGroup>
        </div>
      )}
    </OrderDialog>
  )
}
