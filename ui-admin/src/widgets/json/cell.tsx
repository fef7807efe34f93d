import type { CellProps } from '../types.ts'
import { CodeCell, TextCell } from '../base/text-cell.tsx'
import { getChanges } from './shape.ts'
import { fieldName } from './view.tsx'

/** The data on one line; for a list of changes only the field names. */
export function Cell(props: CellProps) {
  const { value } = props
  const changes = getChanges(value)
  if (changes) {
    const names = new Set(changes.map(({ field }) => fieldName(field.split(':')[0] ?? field)))
    return <TextCell {...props} value={[...names].join(', ')} />
  }
  const empty = Array.isArray(value) && value.length === 0
  return <CodeCell {...props} value={empty ? '' : value && typeof value === 'object' ? JSON.stringify(value) : value} />
}
