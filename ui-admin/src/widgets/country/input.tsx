import { countries } from '../../common/countries.ts'
import { useT } from '../../i18n/index.ts'
import type { InputProps } from '../types.ts'
import { FieldSelect } from '../base/field-select.tsx'

/** Country input of a field with three-letter codes. */
export function Input({ field, value, onChange, ...input }: InputProps) {
  const { t, language } = useT()
  return (
    <FieldSelect
      {...input}
      value={typeof value === 'string' ? value : null}
      blank={t('widget.choose')}
      onChange={(chosen) => onChange(chosen === '' && !field.required ? null : chosen)}
      options={countries(language)}
    />
  )
}
