import type { InputProps } from '../types.ts'
import { StatusTag } from './status-tag.tsx'

/** Read-only: a status changes by transitions. */
export function Input({ field, value }: InputProps) {
  if (!value) return <span className="quiet">–</span>
  return <StatusTag word={String(value)} label={field.options?.find((option) => option.value === value)?.label} />
}
