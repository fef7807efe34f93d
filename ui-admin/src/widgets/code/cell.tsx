/** Text in letters of one width. */
export { CodeCell as Cell } from '../base/text-cell.tsx'
