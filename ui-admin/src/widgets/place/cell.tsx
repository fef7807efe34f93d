import { TextCell } from '../base/text-cell.tsx'
import type { CellProps } from '../types.ts'

/** The words of a place. */
export function Cell(props: CellProps) {
  return <TextCell {...props} value={(props.value as { text?: string } | null)?.text ?? ''} />
}
