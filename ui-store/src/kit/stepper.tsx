import { MinusIcon, PlusIcon } from './icons.tsx'

/** A number field with minus and plus buttons. The value stays text: it is validated when it is used. */
export const Stepper = ({
  id,
  value,
  labels,
  lowest = 1,
  invalid,
  describedBy,
  onChange,
  onCommit,
}: {
  id: string
  value: string
  labels: { field: string; less: string; more: string }
  /** The minimum of the minus button. */
  lowest?: number
  invalid?: boolean
  describedBy?: string | undefined
  onChange: (value: string) => void
  /** Called when typing ends or a button was pressed. */
  onCommit?: (value: string) => void
}) => {
  const step = (by: number) => {
    const next = String(Math.max(lowest, (Number.parseInt(value, 10) || 0) + by))
    onChange(next)
    onCommit?.(next)
  }
  return (
    <div className="stepper">
      <button type="button" aria-label={labels.less} onClick={() => step(-1)}>
        <MinusIcon />
      </button>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={value}
        aria-label={labels.field}
        aria-describedby={describedBy}
        aria-invalid={invalid ?? false}
        onChange={(event) => onChange(event.target.value)}
        onBlur={(event) => onCommit?.(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !onCommit) return
          event.preventDefault()
          onCommit(event.currentTarget.value)
        }}
      />
      <button type="button" aria-label={labels.more} onClick={() => step(1)}>
        <PlusIcon />
      </button>
    </div>
  )
}

/** The number in a text, or NaN when it is not a whole one. */
export const wholeNumber = (text: string): number => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN)
