import type { CellProps } from '../types.ts'

/** The day of a moment: the part before the "T", with the whole value as its title. */
export function DayCell({ value }: CellProps) {
  if (typeof value !== 'string' || value === '') return <span className="quiet">–</span>
  return <time className="num nowrap" dateTime={value} title={value}>{value.split('T')[0]}</time>
}
