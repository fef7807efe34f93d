import { InputGroup } from '@blueprintjs/core'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  money?: boolean
  disabled?: boolean
}

/** A compact number input for a table row. */
export const NumberField = ({ label, value, onChange, money, disabled }: Props) => (
  <InputGroup
    className="num order-number"
    aria-label={label}
    inputMode={money ? 'decimal' : 'numeric'}
    value={value}
    disabled={disabled ?? false}
    onValueChange={(next) => onChange(next.replaceAll(money ? /[^\d.]/g : /\D/g, ''))}
    onFocus={(event) => event.target.select()}
  />
)

/** Visual column headings for number inputs; each input has its own accessible label. */
export const NumberHeads = ({ words, tick }: { words: readonly string[]; tick?: boolean }) => (
  <li className="order-picks-head quiet small" aria-hidden>
    <span />
    {words.map((word) => (
      <span key={word} className="order-number">
        {word}
      </span>
    ))}
    {tick && <span className="order-tick" />}
  </li>
)
