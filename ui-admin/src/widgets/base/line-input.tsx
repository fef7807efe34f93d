import { InputGroup, type InputGroupProps } from '@blueprintjs/core'
import type { InputProps } from '../types.ts'

/** Single-line text input; most widgets use it with another keyboard type. */
export function LineInput({
  id,
  field,
  value,
  onChange,
  invalid,
  describedBy,
  placeholder,
  disabled,
  extra,
}: InputProps & { extra?: Partial<InputGroupProps> }) {
  return (
    <InputGroup
      id={id}
      fill
      value={value === null || value === undefined ? '' : String(value)}
      onChange={(event) => onChange(event.target.value)}
      intent={invalid ? 'danger' : 'none'}
      aria-invalid={invalid || undefined}
      aria-required={field.required || undefined}
      aria-describedby={describedBy}
      placeholder={placeholder}
      disabled={disabled ?? false}
      autoComplete="off"
      {...extra}
    />
  )
}
