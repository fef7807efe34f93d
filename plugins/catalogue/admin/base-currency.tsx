import { HTMLSelect } from '@blueprintjs/core'
import { type InputProps, useFormField } from '../../../ui-admin/src/kit/index.ts'

/** One of the currencies that are listed below it. */
export default function BaseCurrency({ id, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const { value: list } = useFormField<{ identifier: string }[] | null>('supported_currencies')
  const now = String(value ?? '')
  const codes = [...new Set([...(Array.isArray(list) ? list.map((one) => one.identifier) : []), now])].filter(Boolean)
  return (
    <HTMLSelect
      id={id}
      className={invalid ? 'is-invalid' : ''}
      value={now}
      disabled={disabled ?? false}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
      options={codes}
    />
  )
}
