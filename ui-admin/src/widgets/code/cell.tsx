/** Monospaced text. */
export { CodeCell as Cell } from '../base/text-cell.tsx'
