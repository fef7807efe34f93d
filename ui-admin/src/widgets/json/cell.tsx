import type { CellProps } from '../types.ts'
import { CodeCell } from '../base/text-cell.tsx'

/** The data on one line. */
export function Cell(props: CellProps) {
  const { value } = props
  return <CodeCell {...props} value={value && typeof value === 'object' ? JSON.stringify(value) : value} />
}
