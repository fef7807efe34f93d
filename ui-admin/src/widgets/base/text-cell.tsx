import type { CellProps } from '../types.ts'

const MOST_SHOWN = 160
/** So much fits into every column. Cutting off what needs no cutting makes a long list slow to paint. */
const ALWAYS_FITS = 18

/** Text on one line, cut off where the column ends. */
export function TextCell({ value }: CellProps) {
  if (value === null || value === undefined || value === '') return <span className="quiet">–</span>
  const text = String(value)
  if (text.length <= ALWAYS_FITS) return <span className="nowrap">{text}</span>
  return (
    <span className="clip" title={text.slice(0, MOST_SHOWN)}>
      {text.slice(0, MOST_SHOWN)}
    </span>
  )
}

/** Text whose letters all have one width: codes, addresses, ids. */
export function CodeCell(props: CellProps) {
  return (
    <span className="mono">
      <TextCell {...props} />
    </span>
  )
}

/** A figure, aligned by its digits. */
export function NumberCell({ value }: CellProps) {
  if (value === null || value === undefined || value === '') return <span className="quiet">–</span>
  return <span className="num">{String(value)}</span>
}
