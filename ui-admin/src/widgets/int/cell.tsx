/** A figure. */
export { NumberCell as Cell } from '../base/text-cell.tsx'
