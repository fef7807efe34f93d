import type { ComponentType } from 'react'
import { Cell as Text } from './text/cell.tsx'
import type { CellProps } from './types.ts'

const folders = import.meta.glob<{ Cell: ComponentType<CellProps> }>('./*/cell.tsx', { eager: true })

/** A value drawn the way its widget shows it in a table: each widget is a folder, and its cell lies there. */
export function CellOf(props: CellProps) {
  const Cell = folders[`./${props.column.widget}/cell.tsx`]?.Cell ?? Text
  return <Cell {...props} />
}
