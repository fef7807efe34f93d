import type { CellProps } from '../types.ts'
import { TextCell } from '../base/text-cell.tsx'

/** Words with commas between them. */
export function Cell(props: CellProps) {
  const { value } = props
  return <TextCell {...props} value={Array.isArray(value) ? value.join(', ') : value} />
}
