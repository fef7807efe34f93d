/** Name of a time zone. */
export { TextCell as Cell } from '../base/text-cell.tsx'
