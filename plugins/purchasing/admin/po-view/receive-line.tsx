import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { useId, useState } from 'react'
import type { PoLine } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import type { Count } from './counts.ts'

interface Props {
  line: PoLine
  count: Count
  /** A repeated order line with another lot. */
  again: boolean
  errors: Record<string, string[]>
  change: (next: Partial<Count>) => void
  split: () => void
  drop: () => void
}

/** One line of a delivery. Rare fields are shown on request. */
export function ReceiveLine({ line, count, again, errors, change, split, drop }: Props) {
  const say = useMessages()
  const id = useId()
  const [more, setMore] = useState(false)
  const field = (name: keyof Count, wire: string, label: string, type: 'number' | 'text' | 'date' = 'text') => (
    <FormGroup
      label={label}
      labelFor={`${id}-${name}`}
      {...(errors[wire] ? { helperText: errors[wire].join(' '), intent: 'danger' as const } : {})}
    >
      <InputGroup
        id={`${id}-${name}`}
        type={type === 'date' ? 'date' : 'text'}
        {...(type === 'number' ? { inputMode: 'numeric' as const, className: 'num' } : {})}
        value={String(count[name])}
        intent={errors[wire] ? 'danger' : 'none'}
        onValueChange={(next) => change({ [name]: next })}
      />
    </FormGroup>
  )
  const name = [line.name, line.options].filter(Boolean).join(' – ')
  return (
    <fieldset className="po-count">
      <legend>
        {name} <span className="quiet small">{line.sku}</span>
      </legend>
      {!again && (
        <p className="quiet small">
          {say('ofOrdered', { came: line.received, ordered: line.quantity })} · {say('openCount', { count: line.open })}
        </p>
      )}
      <div className="po-count-fields">
        {field('accepted', 'accepted', say('accepted'), 'number')}
        {field('rejected', 'rejected', say('rejected'), 'number')}
        {line.dated && field('expiry', 'expiry_date', say('expiry'), 'date')}
        {(line.dated || more) && field('lot', 'lot_code', say('lot'))}
        {more && !line.dated && field('expiry', 'expiry_date', say('expiry'), 'date')}
        {more && field('cost', 'unit_cost', say('costIfOther', { cost: line.net_cost }))}
      </div>
      {Number(count.rejected) > 0 && field('reason', 'reason', say('whyRejected'))}
      <div className="po-count-more">
        {!more && (
          <Button size="small" variant="minimal" onClick={() => setMore(true)}>
            {say('more')}
            <span className="sr-only">: {name}</span>
          </Button>
        )}
        <Button size="small" variant="minimal" onClick={split}>
          {say('anotherLot')}
          <span className="sr-only">: {name}</span>
        </Button>
        {again && (
          <Button size="small" variant="minimal" onClick={drop}>
            {say('removeLine', { name })}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
