import { thousandsApart } from '../../common/thousands.ts'
import { NumberCell } from '../base/text-cell.tsx'
import type { CellProps } from '../types.ts'

/** An amount. */
export function Cell(props: CellProps) {
  return <NumberCell {...props} value={typeof props.value === 'string' ? thousandsApart(props.value) : props.value} />
}
