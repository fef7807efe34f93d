import { Button } from '@blueprintjs/core'

interface Props<T> {
  /** Accessible name of the group. */
  label: string
  className?: string
  options: readonly { value: T; text: string }[]
  chosen: T | undefined
  onChoose: (value: T) => void
}

/** Buttons of which one is chosen. */
export const ChoiceButtons = <T extends string | number | undefined>({
  label,
  className = 'till-ways',
  options,
  chosen,
  onChoose,
}: Props<T>) => (
  <div className={className} role="group" aria-label={label}>
    {options.map(({ value, text }) => (
      <Button
        key={value ?? ''}
        className="phone-button"
        active={value === chosen}
        aria-pressed={value === chosen}
        onClick={() => onChoose(value)}
      >
        {text}
      </Button>
    ))}
  </div>
)
