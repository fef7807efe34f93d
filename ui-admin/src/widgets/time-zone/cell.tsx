/** A time zone by its name. */
export { TextCell as Cell } from '../base/text-cell.tsx'
