import { RelationPicker } from '../base/relation-picker.tsx'
import type { InputProps } from '../types.ts'

/** Selects several records of another resource. The server may return them as ids or as rows. */
export function Input({ id, field, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const ids = (Array.isArray(value) ? value : []).map((item) =>
    Number(typeof item === 'object' && item !== null ? (item as { id: unknown }).id : item),
  )
  return (
    <RelationPicker
      id={id}
      resource={field.to ?? ''}
      label={field.label}
      ids={ids}
      onChange={onChange}
      invalid={invalid}
      describedBy={describedBy}
      disabled={disabled}
    />
  )
}
