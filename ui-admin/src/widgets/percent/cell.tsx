import { NumberCell } from '../base/text-cell.tsx'
import type { CellProps } from '../types.ts'

/** A percentage. */
export function Cell(props: CellProps) {
  const { value } = props
  return <NumberCell {...props} value={value === null || value === undefined || value === '' ? value : `${String(value)} %`} />
}
