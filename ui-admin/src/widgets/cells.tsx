import type { ComponentType } from 'react'
import { Cell as Text } from './text/cell.tsx'
import type { CellProps } from './types.ts'

const folders = import.meta.glob<{ Cell: ComponentType<CellProps> }>('./*/cell.tsx', { eager: true })

/** Renders a value with the table cell of its widget; each widget is a folder with its cell. */
export function ColumnCell(props: CellProps) {
  const Cell = folders[`./${props.column.widget}/cell.tsx`]?.Cell ?? Text
  return <Cell {...props} />
}
