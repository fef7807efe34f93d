import { Button, FormGroup } from '@blueprintjs/core'
import { Trash } from '@blueprintjs/icons'
import { useId } from 'react'
import { NumberField, StockSearch } from 'stoa/plugins/sales/admin'
import { useMessages } from './messages.ts'

/** Form state of a replacement item. */
export interface TypedReplacement {
  stock_id: number
  name: string
  quantity: string
}

/** Replacement items in request format. */
export const namedReplacements = (list: readonly TypedReplacement[]): { stock_id: number; quantity: number }[] =>
  list.map(({ stock_id, quantity }) => ({ stock_id, quantity: Number(quantity || 0) })).filter(({ quantity }) => quantity > 0)

interface Props {
  list: readonly TypedReplacement[]
  set: (list: TypedReplacement[]) => void
}

/** Selection of replacement items. */
export function ReplacementPicker({ list, set }: Props) {
  const say = useMessages()
  const id = useId()
  return (
    <FormGroup label={say('replacements')} labelFor={`${id}-add`} helperText={say('replacementAbout')}>
      <ul className="order-picks" aria-label={say('replacements')}>
        {list.map((replacement, i) => (
          <li key={replacement.stock_id}>
            <strong>{replacement.name}</strong>
            <NumberField
              label={say('newQuantity', { name: replacement.name })}
              value={replacement.quantity}
              onChange={(quantity) => set(list.map((other, at) => (at === i ? { ...other, quantity } : other)))}
            />
            <Button
              variant="minimal"
              icon={<Trash aria-hidden />}
              aria-label={say('remove', { name: replacement.name })}
              onClick={() => set(list.toSpliced(i, 1))}
            />
          </li>
        ))}
      </ul>
      <StockSearch
        id={`${id}-add`}
        take={({ id: stock_id, name, options }) => {
          if (!list.some((replacement) => replacement.stock_id === stock_id))
            set([...list, { stock_id, name: [name, options].filter(Boolean).join(' – '), quantity: '1' }])
        }}
      />
    </FormGroup>
  )
}
