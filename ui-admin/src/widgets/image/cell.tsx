import { smallUrl } from '../base/files.ts'
import type { CellProps } from '../types.ts'

/** A thumbnail; decorative, since the row names the record. */
export function Cell({ value }: CellProps) {
  if (typeof value !== 'string' || value === '') return <span className="thumb is-empty" />
  return <img className="thumb" src={smallUrl(value)} alt="" loading="lazy" width={32} height={32} />
}
