import { NumberCell } from '../base/text-cell.tsx'
import type { CellProps } from '../types.ts'
import { getClock } from './minutes.ts'

/** A duration in hours and minutes. */
export function Cell(props: CellProps) {
  return <NumberCell {...props} value={typeof props.value === 'number' ? getClock(props.value) : props.value} />
}
