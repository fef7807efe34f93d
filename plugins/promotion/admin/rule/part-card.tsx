import { Button, Card } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { focusFirstField, type InputProps } from 'stoa/admin'
import type { RuleInputField, PieceInfo } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { GoodsInput } from './goods-input.tsx'
import { drawn, isGoods, type Part, sent } from './pieces.ts'

interface Props extends Pick<InputProps, 'Field' | 'path' | 'disabled'> {
  piece: PieceInfo | undefined
  part: Part
  onChange: (part: Part) => void
  remove: () => void
  /** The card was just added, so its first field gets the focus. */
  isAdded: boolean
}

const some = (value: unknown) => Array.isArray(value) && value.length > 0

/** One condition or action: its title, its fields and a button to remove it. */
export function PartCard({ piece, part, onChange, remove, Field, path, disabled, isAdded }: Props) {
  const say = useMessages()
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAdded && card.current) focusFirstField(card.current)
  }, [isAdded])
  const goods = piece?.fields.filter(isGoods) ?? []
  // The choice of items is optional only where the type has more than one field for items.
  const mayBeAll = goods.length > 1
  const [narrow, setNarrow] = useState(() => !mayBeAll || goods.some(({ name }) => some(part.value[name])))
  const title = piece?.title ?? say('unknown', { name: part.type })
  const set = (field: RuleInputField) => (value: unknown) =>
    onChange({ ...part, value: { ...part.value, [field.name]: sent(field, value) } })
  const fields = (piece?.fields ?? []).filter((field) => narrow || !isGoods(field))
  return (
    <Card compact className="promo-part" ref={card}>
      <div className="promo-part-head">
        <strong>{title}</strong>
        <Button
          variant="minimal"
          size="small"
          disabled={disabled ?? false}
          icon={<Cross aria-hidden />}
          aria-label={say('takeOut', { name: title })}
          onClick={remove}
        />
      </div>
      <div className="promo-part-fields">
        {fields.map((field) => (
          <Field
            key={field.name}
            field={drawn(field)}
            path={`${path}.${field.name}`}
            value={part.value[field.name] ?? (field.widget === 'many' || field.widget === 'picks' ? [] : null)}
            disabled={disabled}
            onChange={set(field)}
            as={field.to === 'stock' ? GoodsInput : undefined}
          />
        ))}
      </div>
      {mayBeAll && !narrow && (
        <p className="quiet small">
          {say('allGoods')}{' '}
          <Button variant="minimal" size="small" intent="primary" disabled={disabled ?? false} onClick={() => setNarrow(true)}>
            {say('onlySome')}
          </Button>
        </p>
      )}
    </Card>
  )
}
