import { relationLabel } from '../../common/relations.ts'
import { TextCell } from '../base/text-cell.tsx'
import type { CellProps } from '../types.ts'

/** Name of the referenced record. */
export const Cell = (props: CellProps) => <TextCell {...props} value={relationLabel(props.row, props.column.name) ?? props.value} />
