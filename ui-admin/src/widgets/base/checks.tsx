import { Checkbox } from '@blueprintjs/core'
import type { Option } from 'stoa/api-types'
import type { InputProps } from '../types.ts'

/** Group of checkboxes. The value keeps the order of the options. */
export function Checks({
  id,
  field,
  value,
  onChange,
  invalid,
  describedBy,
  disabled,
  options,
}: InputProps & { options: readonly Option[] }) {
  const chosen = Array.isArray(value) ? (value as unknown[]) : []
  const toggle = (toggled: Option['value']) =>
    onChange(options.map((option) => option.value).filter((v) => (v === toggled ? !chosen.includes(v) : chosen.includes(v))))
  return (
    <div id={id} className={invalid ? 'checks is-invalid' : 'checks'} role="group" aria-label={field.label} aria-describedby={describedBy}>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          inline
          label={option.label}
          checked={chosen.includes(option.value)}
          disabled={disabled ?? false}
          onChange={() => toggle(option.value)}
        />
      ))}
    </div>
  )
}
