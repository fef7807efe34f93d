import { Day } from '../../common/money.tsx'
import type { CellProps } from '../types.ts'

/** The day of a date or a moment. */
export function DayCell({ value }: CellProps) {
  return <Day value={typeof value === 'string' ? value : null} />
}
