import { fileName, fileUrl } from '../base/files.ts'
import type { CellProps } from '../types.ts'

/** Link to a stored file. */
export function Cell({ value }: CellProps) {
  if (typeof value !== 'string' || value === '') return <span className="quiet">–</span>
  return (
    <a href={fileUrl(value)} target="_blank" rel="noreferrer">
      {fileName(value)}
    </a>
  )
}
