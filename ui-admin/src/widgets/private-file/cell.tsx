import type { CellProps } from '../types.ts'
import { isHeld } from './is-stored-file.ts'

/** Link to a private file, for those who may read the row. */
export function Cell({ value }: CellProps) {
  if (!isHeld(value)) return <span className="quiet">–</span>
  return (
    <a href={value.url} target="_blank" rel="noreferrer" className="held-file">
      {value.thumbnail && <img className="thumb" src={value.thumbnail} alt="" loading="lazy" width={32} height={32} />}
      {value.name}
    </a>
  )
}
