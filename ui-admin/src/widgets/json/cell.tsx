import type { CellProps } from '../types.ts'
import { CodeCell, TextCell } from '../base/text-cell.tsx'

/** The fields a list of changes is about; undefined when the data is something else. */
function changedFields(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const names = value.map((one) => (one as { field?: unknown } | null)?.field)
  return names.every((name) => typeof name === 'string') ? names : undefined
}

/** The data on one line; of a list of changes only what they are about. */
export function Cell(props: CellProps) {
  const { value } = props
  const fields = changedFields(value)
  if (fields) return <TextCell {...props} value={fields.join(', ')} />
  const empty = Array.isArray(value) && value.length === 0
  return (
    <CodeCell
      {...props}
      value={empty ? '' : value && typeof value === 'object' ? JSON.stringify(value) : value}
    />
  )
}
