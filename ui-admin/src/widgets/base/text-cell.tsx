import type { CellProps } from '../types.ts'

const MOST_SHOWN = 160
/** Text up to this length fits into every column. Truncation by CSS makes long lists slow to paint, so short texts skip it. */
const ALWAYS_FITS = 18

/** Single-line text, truncated at the column width. */
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

/** Monospaced text: codes, slugs, ids. */
export function CodeCell(props: CellProps) {
  return (
    <span className="mono">
      <TextCell {...props} />
    </span>
  )
}

/** A number with tabular digits. */
export function NumberCell({ value }: CellProps) {
  if (value === null || value === undefined || value === '') return <span className="quiet">–</span>
  return <span className="num">{String(value)}</span>
}
