import { useT } from '../../i18n/index.ts'
import { TextCell } from '../base/text-cell.tsx'
import type { CellProps } from '../types.ts'
import { weekdayOptions } from './names.ts'

/** Short names of weekdays. */
export function Cell(props: CellProps) {
  const names = weekdayOptions(useT().language)
  const days = Array.isArray(props.value) ? (props.value as number[]) : []
  return <TextCell {...props} value={days.map((day) => names[day - 1]?.label ?? day).join(', ')} />
}
