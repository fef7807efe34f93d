import type { CellProps } from '../types.ts'
import { StatusTag } from './status-tag.tsx'

/** A status as a tag. */
export function Cell({ column, value }: CellProps) {
  if (value === null || value === undefined || value === '') return <span className="quiet">–</span>
  const label = column.options?.find((option) => option.value === value)?.label
  return <StatusTag word={String(value)} label={label} />
}
