import type { CellProps } from '../types.ts'
import { TextCell } from '../base/text-cell.tsx'

/** Tags, separated by commas. */
export function Cell(props: CellProps) {
  const { value } = props
  return <TextCell {...props} value={Array.isArray(value) ? value.join(', ') : value} />
}
