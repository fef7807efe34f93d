import { Checkbox, FormGroup, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { DocumentCard, api, useT } from 'stoa/admin'
import { AddressFields } from '../shared/address-fields.tsx'
import { useMessages } from '../order-view/messages.ts'
import type { Ways } from '../../admin-api-types.ts'
import type { OrderForm } from './form.ts'

interface Props {
  form: OrderForm
  set: (change: Partial<OrderForm>) => void
}

/** Shipping and payment of the order. */
export function DeliveryPart({ form, set }: Props) {
  const say = useMessages()
  const { language } = useT()
  const id = useId()
  const { data } = useQuery({ queryKey: ['order', 'ways', language], queryFn: () => api<Ways>('order/ways', { query: { language } }) })
  const way = (value: string) => {
    const chosen = data?.shipping.find((m) => String(m.id) === value)
    set({ shipping_method_id: value, shipping_title: chosen?.title ?? '', shipping: chosen?.price ?? '', deliver: chosen !== undefined })
  }
  return (
    <DocumentCard title={say('way')}>
      <div className="order-fields">
        <FormGroup label={say('way')} labelFor={`${id}-way`}>
          <HTMLSelect
            id={`${id}-way`}
            fill
            value={form.shipping_method_id}
            onChange={(event) => way(event.target.value)}
            options={[
              { value: '', label: form.shipping_title || say('noWay') },
              ...(data?.shipping ?? []).map((m) => ({ value: String(m.id), label: m.title })),
            ]}
          />
        </FormGroup>
        <FormGroup label={say('shipping')} labelFor={`${id}-shipping`}>
          <InputGroup id={`${id}-shipping`} inputMode="decimal" value={form.shipping} onValueChange={(shipping) => set({ shipping })} />
        </FormGroup>
        <FormGroup label={say('payBy')} labelFor={`${id}-pay`}>
          <HTMLSelect
            id={`${id}-pay`}
            fill
            value={form.payment_method}
            onChange={(event) => set({ payment_method: event.target.value })}
            options={[{ value: '', label: say('unset') }, ...(data?.payment ?? []).map((m) => ({ value: m.code, label: m.title }))]}
          />
        </FormGroup>
      </div>
      <Checkbox checked={form.deliver} label={say('deliverTo')} onChange={(event) => set({ deliver: event.currentTarget.checked })} />
      {form.deliver && <AddressFields address={form.address} set={(address) => set({ address })} />}
      <FormGroup label={say('note')} labelFor={`${id}-note`}>
        <TextArea
          id={`${id}-note`}
          fill
          rows={2}
          maxLength={2000}
          value={form.note}
          onChange={(event) => set({ note: event.target.value })}
        />
      </FormGroup>
    </DocumentCard>
  )
}
