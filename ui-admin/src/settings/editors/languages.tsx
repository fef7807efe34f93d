import { Checkbox } from '@blueprintjs/core'
import { useFormField } from '../../form/use-form-field.ts'
import { interfaceLanguages } from '../../state/language.ts'
import type { InputProps } from '../../widgets/types.ts'

/** Languages of the site; the main language cannot be removed. */
export default function Languages({ id, field, value, onChange, describedBy, disabled }: InputProps) {
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const { value: main } = useFormField<string>('main_language')
  const set = (code: string, on: boolean) =>
    onChange(
      interfaceLanguages
        .map((interfaceLanguage) => interfaceLanguage.code)
        .filter((languageCode) => (languageCode === code ? on : chosen.includes(languageCode))),
    )
  return (
    <div id={id} role="group" aria-label={field.label} aria-describedby={describedBy} tabIndex={-1} className="check-row">
      {interfaceLanguages.map(({ code, name }) => (
        <Checkbox
          key={code}
          inline
          lang={code}
          label={name}
          checked={chosen.includes(code)}
          disabled={disabled || (code === main && chosen.includes(code))}
          onChange={(event) => set(code, event.target.checked)}
        />
      ))}
    </div>
  )
}
