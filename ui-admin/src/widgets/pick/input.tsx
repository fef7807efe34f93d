import { HTMLSelect } from '@blueprintjs/core'
import { useT } from '../../i18n/index.ts'
import type { InputProps } from '../types.ts'

/** Selects one of a few fixed options. */
export function Input({ id, field, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const { t } = useT()
  const options = field.options ?? []
  const empty = !field.required || value === null || value === undefined || value === ''
  return (
    <HTMLSelect
      id={id}
      fill
      className={invalid ? 'is-invalid' : ''}
      value={value === null || value === undefined ? '' : String(value)}
      disabled={disabled ?? false}
      aria-invalid={invalid || undefined}
      aria-required={field.required || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(options.find((option) => String(option.value) === event.target.value)?.value ?? null)}
    >
      {empty && <option value="">{t('widget.choose')}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </HTMLSelect>
  )
}
