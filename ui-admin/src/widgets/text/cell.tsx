/** Text as it is. */
export { TextCell as Cell } from '../base/text-cell.tsx'
