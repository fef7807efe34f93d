import { Day } from '../../common/money.tsx'
import type { CellProps } from '../types.ts'

/** The date of a date or timestamp. */
export function DayCell({ value }: CellProps) {
  return <Day value={typeof value === 'string' ? value : null} />
}
