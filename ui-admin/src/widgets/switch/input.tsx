import { Switch } from '@blueprintjs/core'
import type { InputProps } from '../types.ts'

/** Switch with its label. */
export function Input({ id, field, value, onChange, describedBy, disabled }: InputProps) {
  return (
    <Switch
      id={id}
      checked={value === true}
      label={field.label}
      disabled={disabled ?? false}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
