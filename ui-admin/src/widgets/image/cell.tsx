import { smallUrl } from '../base/files.ts'
import type { CellProps } from '../types.ts'

/** A small picture; it says nothing its row does not say in words. */
export function Cell({ value }: CellProps) {
  if (typeof value !== 'string' || value === '') return <span className="thumb is-empty" />
  return <img className="thumb" src={smallUrl(value)} alt="" loading="lazy" width={32} height={32} />
}
