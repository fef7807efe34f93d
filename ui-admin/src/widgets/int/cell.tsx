/** A number. */
export { NumberCell as Cell } from '../base/text-cell.tsx'
