import { TextCell } from '../base/text-cell.tsx'
import type { CellProps } from '../types.ts'

/** Labels of the chosen options. */
export function Cell(props: CellProps) {
  const chosen = Array.isArray(props.value) ? (props.value as unknown[]) : []
  const label = (value: unknown) => props.column.options?.find((option) => option.value === value)?.label ?? String(value)
  return <TextCell {...props} value={chosen.map(label).join(', ')} />
}
