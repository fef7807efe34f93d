/** A date. */
export { DayCell as Cell } from '../base/day-cell.tsx'
