import { CodeCell } from '../base/text-cell.tsx'
import type { CellProps } from '../types.ts'

/** A colour swatch with its code. */
export function Cell(props: CellProps) {
  const { value } = props
  if (typeof value !== 'string' || value === '') return <CodeCell {...props} />
  return (
    <span className="colour-cell">
      <span className="colour-dot" style={{ background: value }} aria-hidden />
      <CodeCell {...props} />
    </span>
  )
}
