import { RelationPicker } from '../base/relation-picker.tsx'
import type { InputProps } from '../types.ts'

/** Selects several records of another resource. The server may return them as ids or as rows. */
export function Input({ id, field, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const ids = (Array.isArray(value) ? value : []).map((one) =>
    Number(typeof one === 'object' && one !== null ? (one as { id: unknown }).id : one),
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
