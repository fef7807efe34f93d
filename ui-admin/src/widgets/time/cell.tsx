/** A time of day. */
export { NumberCell as Cell } from '../base/text-cell.tsx'
