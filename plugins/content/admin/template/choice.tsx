import { type InputProps, useFormField } from 'stoa/admin'
import './template.css'
import { Thumbnail } from './thumbnail.tsx'

/** Template selection with thumbnails in the chosen colours. */
export default function TemplateChoice({ id, field, value, onChange, describedBy, disabled }: InputProps) {
  const colours = {
    accent: useFormField<string>('accent').value,
    surface: useFormField<string>('surface').value,
    ink: useFormField<string>('ink').value,
    sale: useFormField<string>('sale').value,
  }
  return (
    <div id={id} className="templates" role="radiogroup" aria-label={field.label} aria-describedby={describedBy} tabIndex={-1}>
      {(field.options ?? []).map((option) => (
        <label key={option.value} className={option.value === value ? 'template is-chosen' : 'template'}>
          <Thumbnail template={String(option.value)} {...colours} />
          <span className="template-name">
            <input type="radio" name={id} checked={option.value === value} disabled={disabled} onChange={() => onChange(option.value)} />
            {option.label}
          </span>
        </label>
      ))}
    </div>
  )
}
