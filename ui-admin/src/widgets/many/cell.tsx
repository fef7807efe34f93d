import type { CellProps } from '../types.ts'
import { relationLabel } from '../../common/relations.ts'
import { TextCell } from '../base/text-cell.tsx'

/** Names of the related records, separated by commas. */
export function Cell(props: CellProps) {
  const label = relationLabel(props.row, props.column.name) ?? props.value
  return <TextCell {...props} value={Array.isArray(label) ? label.join(', ') : label} />
}
