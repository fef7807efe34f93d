import { Button, Checkbox, FormGroup, InputGroup } from '@blueprintjs/core'
import { Trash } from '@blueprintjs/icons'
import { useId } from 'react'
import { DocumentCard, Money, Slot, useSession } from 'stoa/admin'
import { TextField } from '../shared/fields.tsx'
import { NumberField } from '../shared/number-field.tsx'
import { useMessages } from '../order-view/messages.ts'
import { type FormLine, getLine, getTotal, type OrderForm } from './form.ts'
import { StockSearch } from './stock-search.tsx'

interface Props {
  form: OrderForm
  set: (change: Partial<OrderForm>) => void
  currency: string
}

/** Order lines: items are scanned or searched; a price other than the catalogue's needs a reason. */
export function GoodsPart({ form, set, currency }: Props) {
  const say = useMessages()
  const id = useId()
  const { me } = useSession()
  const mayPrice = me.role.permission_list.includes('override price order')
  const change = (at: number, part: Partial<FormLine>) => set({ lines: form.lines.map((l, i) => (i === at ? { ...l, ...part } : l)) })
  const add = (line: FormLine) => {
    const at = form.lines.findIndex((l) => l.kind === line.kind && l.subject_id === line.subject_id)
    if (at < 0) set({ lines: [...form.lines, line] })
    else change(at, { quantity: String((Number(form.lines[at]?.quantity) || 0) + 1) })
  }
  return (
    <DocumentCard title={say('items')}>
      <FormGroup label={say('addGoods')} labelFor={id}>
        <StockSearch id={id} take={(stock) => add(getLine(stock))} />
      </FormGroup>
      {form.lines.length === 0 && <p className="quiet">{say('noGoods')}</p>}
      <ul className="order-picks" aria-label={say('items')}>
        {form.lines.map((l, i) => (
          <li key={`${l.kind} ${l.subject_id}`}>
            <div className="order-item">
              <strong>{l.name}</strong>
              <span className="quiet small">{[l.sku, l.usual].filter(Boolean).join(' · ')}</span>
            </div>
            <NumberField label={`${say('quantity')}: ${l.name}`} value={l.quantity} onChange={(quantity) => change(i, { quantity })} />
            <NumberField
              money
              label={`${say('price')}: ${l.name}`}
              value={l.price}
              disabled={!mayPrice}
              onChange={(price) => change(i, { price })}
            />
            <Button
              variant="minimal"
              icon={<Trash aria-hidden />}
              aria-label={say('remove', { name: l.name })}
              onClick={() => set({ lines: form.lines.toSpliced(i, 1) })}
            />
            {l.price !== l.usual && (
              <>
                <InputGroup
                  className="order-wide"
                  aria-label={`${say('priceWhy')}: ${l.name}`}
                  placeholder={say('priceWhy')}
                  value={l.priceReason}
                  onValueChange={(priceReason) => change(i, { priceReason })}
                />
                <Checkbox
                  className="order-wide"
                  label={say('offersToo')}
                  checked={l.discountable}
                  onChange={(event) => change(i, { discountable: event.currentTarget.checked })}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <div className="order-fields">
        <TextField label={say('discount')} inputMode="decimal" value={form.discount} onChange={(discount) => set({ discount })} />
        <TextField label={say('discountLabel')} value={form.discount_label} onChange={(discount_label) => set({ discount_label })} />
      </div>
      <Slot at="order.edit.goods" choices={form.choices} choose={(choices: OrderForm['choices']) => set({ choices })} />
      <p className="order-estimate" aria-live="polite">
        {say('total')} <Money value={getTotal(form)} currency={currency} />
      </p>
    </DocumentCard>
  )
}
