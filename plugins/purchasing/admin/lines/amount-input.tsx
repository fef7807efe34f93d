import { InputGroup } from '@blueprintjs/core'
import { type InputProps, useFormField } from 'stoa/admin'

/** An amount in the currency of the order, not of the shop. */
export default function AmountInput({ id, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const { value: currency } = useFormField<string>('currency')
  return (
    <InputGroup
      id={id}
      className="num short-input"
      inputMode="decimal"
      value={String(value ?? '')}
      disabled={disabled ?? false}
      intent={invalid ? 'danger' : 'none'}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      {...(currency ? { leftElement: <span className="input-unit">{currency}</span> } : {})}
      onValueChange={onChange}
    />
  )
}
