import { useState } from 'react'
import { BlockInput } from '../base/block-input.tsx'
import type { InputProps } from '../types.ts'
import { getColumns, type Flat } from './shape.ts'
import { TableInput } from './table-input.tsx'

/** JSON input: a list of flat records as a table, anything else as text. Invalid JSON stays as typed. */
export function Input(props: InputProps) {
  const { value } = props
  // The columns are kept in state, so that an emptied table can be filled again.
  const [columns] = useState(() => getColumns(value) ?? getColumns(props.field.default))
  if (columns && Array.isArray(value)) return <TableInput {...props} rows={value as Flat[]} columns={columns} />
  const text = typeof value === 'string' ? value : value ? JSON.stringify(value, null, 2) : ''
  return <BlockInput {...props} value={text} rows={8} mono />
}
