import { HTMLSelect } from '@blueprintjs/core'
import type { InputProps } from '../types.ts'

export type FieldSelectProps = Omit<InputProps, 'field' | 'path' | 'Field' | 'value' | 'onChange'> & {
  value: string | number | null
  /** Called with the chosen value as text; empty for the `blank` entry. */
  onChange: (value: string) => void
  options: readonly { value: string | number; label: string }[]
  /** Label of the entry for no value; without it a value is always selected. */
  blank?: string
}

/** Select input of a form field. A stored value is offered even when it is not among the options. */
export function FieldSelect({ id, value, onChange, options, blank, invalid, describedBy, disabled }: FieldSelectProps) {
  const strange = typeof value === 'string' && value !== '' && !options.some((option) => option.value === value)
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
      {options.map((choiceOption) => (
        <option key={choiceOption.value} value={choiceOption.value}>
          {choiceOption.label}
        </option>
      ))}
    </HTMLSelect>
  )
}
