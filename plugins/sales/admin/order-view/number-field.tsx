import { InputGroup } from '@blueprintjs/core'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  money?: boolean
  disabled?: boolean
}

/** A number as it is typed, small enough to stand in a row. */
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
