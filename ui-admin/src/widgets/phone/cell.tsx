/** Plain text. */
export { TextCell as Cell } from '../base/text-cell.tsx'
