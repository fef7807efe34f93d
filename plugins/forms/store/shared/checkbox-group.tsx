import { useT } from 'stoa/store'
import { useControl } from 'stoa/store/form/pieces'
import type { FieldView } from '../../api-types.ts'

/** Group of checkboxes. The name is on the group, so that error messages find it. */
export const TicksField = ({ name, field, hint }: { name: string; field: FieldView; hint: string | undefined }) => {
  const t = useT()
  const { title, required, additional_options: o } = field
  const { control, below } = useControl(name, { hint })
  return (
    <fieldset className="field" name={name} tabIndex={-1} id={control.id} aria-describedby={control['aria-describedby']}>
      <legend>
        {title}
        {!required && <span className="muted"> ({t('shell.form.optional')})</span>}
      </legend>
      {(o.options ?? []).map(({ value, label }) => (
        <label key={value} className="check">
          <input type="checkbox" name={`${name}[]`} value={value} />
          <span>{label}</span>
        </label>
      ))}
      {below}
    </fieldset>
  )
}
