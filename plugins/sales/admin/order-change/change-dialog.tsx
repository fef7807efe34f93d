import { Button, Checkbox, FormGroup } from '@blueprintjs/core'
import { Trash } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { notifySuccess, postOnce } from 'stoa/admin'
import { noAddress } from '../order-edit/form.ts'
import { StockSearch } from '../order-edit/stock-search.tsx'
import { useMessages } from '../order-view/messages.ts'
import type { DialogProps } from '../order-view/types.ts'
import { AddressFields } from '../shared/address-fields.tsx'
import { ChoiceField, TextField } from '../shared/fields.tsx'
import { Goods, getName } from '../shared/goods-name.tsx'
import { NumberField, NumberHeads } from '../shared/number-field.tsx'
import { OrderDialog } from '../shared/order-dialog.tsx'
import { useWays } from '../shared/use-ways.ts'
import { changeBody, type ChangeForm, isChanged, getStart } from './change-form.ts'
import { ChangeSums, usePreview } from './change-sums.tsx'

/** Changes a placed order: lines, address and shipping method. It shows the new total before saving. */
export function ChangeDialog({ full, close, done }: DialogProps) {
  const say = useMessages()
  const id = useId()
  const { order } = full
  const [form, setForm] = useState<ChangeForm>(() => getStart(full))
  const set = (change: Partial<ChangeForm>) => setForm((before) => ({ ...before, ...change }))
  const ways = useWays()
  const body = changeBody(full, form)
  const changed = isChanged(body)
  const { preview, failure, current } = usePreview(Number(order.id), body, changed)
  const send = async (key: string) => {
    await postOnce(`order/${order.id}/change`, { ...body, agreed_total: preview?.total }, key)
    notifySuccess(say('orderChanged'), preview?.changes ?? [])
  }
  const fieldName = (field: string) => {
    const [part, at] = field.split('.')
    const lines = body.lines as { order_line_id: number }[]
    if (part === 'lines' && at !== undefined) return getName(order.lines.find((l) => l.id === lines[Number(at)]?.order_line_id))
    if (part === 'add' && at !== undefined) return form.added[Number(at)]?.stock.name
    return part === 'shipping_address'
      ? say('address')
      : part === 'shipping_method'
        ? say('way')
        : part === 'lines'
          ? say('items')
          : undefined
  }
  const person = (name: keyof ChangeForm['person'], label: string) => (
    <TextField label={label} value={form.person[name]} onChange={(value) => set({ person: { ...form.person, [name]: value } })} />
  )
  return (
    <OrderDialog
      title={say('editOrderTitle', { number: order.order_number })}
      close={close}
      done={done}
      send={send}
      fieldName={fieldName}
      buttons={[
        {
          name: 'change',
          label: say('saveChanges'),
          blockedBy: !changed ? say('nothingChanged') : failure !== null ? say('correctFirst') : current ? undefined : say('totalPending'),
        },
      ]}
    >
      <ul className="order-picks" aria-label={say('items')}>
        <NumberHeads words={[say('quantity')]} />
        {order.lines.map((line) => (
          <li key={line.id}>
            <Goods line={line} detail={line.unit} />
            <NumberField
              label={`${say('quantity')}: ${getName(line)}`}
              value={form.quantities[Number(line.id)] ?? String(line.quantity)}
              disabled={line.kind !== 'stock'}
              onChange={(quantity) => set({ quantities: { ...form.quantities, [Number(line.id)]: quantity } })}
            />
          </li>
        ))}
        {form.added.map(({ stock, quantity }, i) => (
          <li key={`new ${stock.id}`}>
            <div className="order-item">
              <strong>{[stock.name, stock.options].filter(Boolean).join(' – ')}</strong>
              <span className="quiet small">{[stock.sku, say('newItem')].join(' · ')}</span>
            </div>
            <NumberField
              label={`${say('quantity')}: ${stock.name}`}
              value={quantity}
              onChange={(next) =>
                set({ added: form.added.map((addedItem, at) => (at === i ? { ...addedItem, quantity: next } : addedItem)) })
              }
            />
            <Button
              variant="minimal"
              icon={<Trash aria-hidden />}
              aria-label={say('remove', { name: stock.name })}
              onClick={() => set({ added: form.added.toSpliced(i, 1) })}
            />
          </li>
        ))}
      </ul>
      <FormGroup label={say('addGoods')} labelFor={id}>
        <StockSearch
          id={id}
          take={(stock) => {
            if (!form.added.some((addedItem) => addedItem.stock.id === stock.id)) set({ added: [...form.added, { stock, quantity: '1' }] })
          }}
        />
      </FormGroup>
      <div className="order-fields">
        {person('first_name', say('firstName'))}
        {person('last_name', say('lastName'))}
        {person('country_code', say('countryCode'))}
        {person('phone', say('phone'))}
      </div>
      {order.units_shipped === 0 && (
        <ChoiceField
          fill
          label={say('way')}
          value={form.way}
          onChange={(way) => set({ way })}
          options={[
            { value: '', label: say('wayStays', { title: order.shipping_title || say('noWay') }) },
            ...(ways?.shipping ?? []).flatMap((m) => (m.pickup ? [] : [{ value: m.code, label: m.title }])),
          ]}
        />
      )}
      <Checkbox
        checked={form.address !== null}
        label={say('otherAddress')}
        onChange={(event) => set({ address: event.currentTarget.checked ? (order.shipping_address ?? noAddress) : null })}
      />
      {form.address && <AddressFields address={form.address} set={(address) => set({ address })} />}
      <ChangeSums preview={preview} failure={failure} currency={order.currency} fieldName={fieldName} />
    </OrderDialog>
  )
}
