import { Button } from '@blueprintjs/core'
import { Minus, Plus } from '@blueprintjs/icons'
import { useMessages } from '../messages.ts'

interface Props {
  /** Label of the counted item. */
  name: string
  value: number
  max?: number
  /** Whether decreasing below one removes the line. */
  removes?: boolean
  onChange: (value: number) => void
}

/** Quantity with buttons and input. */
export function QuantityStepper({ name, value, max = Infinity, removes = false, onChange }: Props) {
  const say = useMessages()
  return (
    <>
      <Button
        icon={<Minus aria-hidden />}
        aria-label={say(removes ? 'remove' : 'less', { name })}
        disabled={value === 0}
        onClick={() => onChange(value - 1)}
      />
      <input
        className="bp6-input till-quantity num"
        inputMode="numeric"
        aria-label={say('quantityOf', { name })}
        disabled={max === 0}
        value={String(value)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={({ target }) => {
          if (/^\d{0,4}$/.test(target.value)) onChange(Math.min(max, Number(target.value || 0)))
        }}
      />
      <Button icon={<Plus aria-hidden />} aria-label={say('more', { name })} disabled={value >= max} onClick={() => onChange(value + 1)} />
    </>
  )
}
