import { TextArea } from '@blueprintjs/core'
import type { InputProps } from '../types.ts'

/** Multi-line text input. */
export function BlockInput({
  id,
  field,
  value,
  onChange,
  invalid,
  describedBy,
  placeholder,
  disabled,
  rows,
  mono,
}: InputProps & { rows: number; mono?: boolean }) {
  return (
    <TextArea
      id={id}
      fill
      rows={rows}
      className={mono ? 'block-input mono' : 'block-input'}
      value={value === null || value === undefined ? '' : String(value)}
      onChange={(event) => onChange(event.target.value)}
      intent={invalid ? 'danger' : 'none'}
      aria-invalid={invalid || undefined}
      aria-required={field.required || undefined}
      aria-describedby={describedBy}
      placeholder={placeholder}
      disabled={disabled}
      spellCheck={!mono}
    />
  )
}
