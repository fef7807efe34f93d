import type { CellProps } from '../types.ts'
import { TextCell } from '../base/text-cell.tsx'

/** The label of the chosen option. */
export function Cell(props: CellProps) {
  const { column, value } = props
  return <TextCell {...props} value={column.options?.find((option) => option.value === value)?.label ?? value} />
}
