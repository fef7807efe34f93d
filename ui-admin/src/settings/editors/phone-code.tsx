import { HTMLSelect } from '@blueprintjs/core'
import { useFormField } from '../../form/use-form-field.ts'
import type { InputProps } from '../../widgets/types.ts'

/** One of the phone codes chosen beside it. */
export default function PhoneCode({ id, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const { value: codes } = useFormField<string[]>('supported_country_codes')
  const now = String(value ?? '')
  const known = [...new Set([...(Array.isArray(codes) ? codes : []), now])].filter(Boolean)
  return (
    <HTMLSelect
      id={id}
      className={invalid ? 'is-invalid' : ''}
      value={now}
      disabled={disabled ?? false}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
    >
      {known.map((code) => (
        <option key={code} value={code}>
          +{code}
        </option>
      ))}
    </HTMLSelect>
  )
}
