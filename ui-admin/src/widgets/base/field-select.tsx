import { HTMLSelect } from '@blueprintjs/core'
import type { InputProps } from '../types.ts'

export type FieldSelectProps = Omit<InputProps, 'field' | 'path' | 'Field' | 'value' | 'onChange'> & {
  value: string | number | null
  /** Told what was chosen, as text; blank for the first entry when there is a `blank`. */
  onChange: (value: string) => void
  options: readonly { value: string | number; label: string }[]
  /** What stands there when nothing is chosen; without it something always is. */
  blank?: string
}

/** A choice among some, as the input of a form's field. Text that is stored is offered even when it is not among them. */
export function FieldSelect({ id, value, onChange, options, blank, invalid, describedBy, disabled }: FieldSelectProps) {
  const strange = typeof value === 'string' && value !== '' && !options.some((one) => one.value === value)
  return (
    <HTMLSelect
      id={id}
      fill
      className={invalid ? 'is-invalid' : ''}
      value={value ?? ''}
      disabled={disabled ?? false}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
    >
      {blank !== undefined && <option value="">{blank}</option>}
      {strange && <option value={value}>{value}</option>}
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </HTMLSelect>
  )
}
