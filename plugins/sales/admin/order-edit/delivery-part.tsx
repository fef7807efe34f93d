import { Checkbox } from '@blueprintjs/core'
import { DocumentCard } from 'stoa/admin'
import { AddressFields } from '../shared/address-fields.tsx'
import { ChoiceField, RowsField, TextField } from '../shared/fields.tsx'
import { useWays } from '../shared/use-ways.ts'
import { useMessages } from '../order-view/messages.ts'
import type { OrderForm } from './form.ts'

interface Props {
  form: OrderForm
  set: (change: Partial<OrderForm>) => void
}

/** Shipping and payment of the order. */
export function DeliveryPart({ form, set }: Props) {
  const say = useMessages()
  const data = useWays()
  const way = (value: string) => {
    const chosen = data?.shipping.find((m) => String(m.id) === value)
    set({ shipping_method_id: value, shipping_title: chosen?.title ?? '', shipping: chosen?.price ?? '', deliver: chosen !== undefined })
  }
  return (
    <DocumentCard title={say('way')}>
      <div className="order-fields">
        <ChoiceField
          fill
          label={say('way')}
          value={form.shipping_method_id}
          onChange={way}
          options={[
            { value: '', label: form.shipping_title || say('noWay') },
            ...(data?.shipping ?? []).map((m) => ({ value: String(m.id), label: m.title })),
          ]}
        />
        <TextField label={say('shipping')} inputMode="decimal" value={form.shipping} onChange={(shipping) => set({ shipping })} />
        <ChoiceField
          fill
          label={say('payBy')}
          value={form.payment_method}
          onChange={(payment_method) => set({ payment_method })}
          options={[{ value: '', label: say('unset') }, ...(data?.payment ?? []).map((m) => ({ value: m.code, label: m.title }))]}
        />
      </div>
      <Checkbox checked={form.deliver} label={say('deliverTo')} onChange={(event) => set({ deliver: event.currentTarget.checked })} />
      {form.deliver && <AddressFields address={form.address} set={(address) => set({ address })} />}
      <RowsField label={say('note')} maxLength={2000} value={form.note} onChange={(note) => set({ note })} />
    </DocumentCard>
  )
}
