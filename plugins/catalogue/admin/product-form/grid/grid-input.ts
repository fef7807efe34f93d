import type { ReactNode, RefObject } from 'react'
import type { Stock } from '../model.ts'
import type { PastePlan } from './block.ts'
import type { GridColumn } from './cell.ts'
import type { Words } from './columns.ts'

/** Stock items of a product and their actions. */
export interface StockGridProps {
  stocks: readonly Stock[]
  /** Stock items as stored on the server. */
  saved: ReadonlyMap<number, Stock>
  columns: readonly GridColumn[]
  words: Words
  path: string
  disabled: boolean
  /** Panel below an expanded row. */
  panel: (stock: Stock, index: number) => ReactNode
  change: (stocks: Stock[]) => void
  undo: () => boolean
  restore: (index: number) => void
  canUndo: boolean
}

/** Stock items of the grid, with callbacks for changes. */
export interface GridInput {
  table: RefObject<HTMLTableElement | null>
  stocks: readonly Stock[]
  /** Indexes of the visible stock items, in order. */
  visibleIndexes: readonly number[]
  columns: readonly GridColumn[]
  words: Words
  /** Applies changed stock items as one undo step. */
  change: (stocks: Stock[]) => void
  undo: () => boolean
  /** Announces the result of an action. */
  tell: (result: 'filled' | 'pasted' | 'cleared' | 'nothing' | 'nothingAbove' | 'undone' | 'wrong', count?: number) => void
  /** Asks for confirmation of a paste that does not fit as a whole. */
  ask: (plan: PastePlan) => void
}
