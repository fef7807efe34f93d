import type { ReactNode, RefObject } from 'react'
import type { Stock } from '../model.ts'
import type { PastePlan } from './block.ts'
import type { GridColumn } from './cell.ts'
import type { Words } from './columns.ts'

/** Stocks of a product, and what is done with them. */
export interface StockGridProps {
  stocks: readonly Stock[]
  /** Stocks as the server has them. */
  saved: ReadonlyMap<number, Stock>
  columns: readonly GridColumn[]
  words: Words
  path: string
  disabled: boolean
  /** What stands below a row that is opened. */
  panel: (stock: Stock, index: number) => ReactNode
  change: (stocks: Stock[]) => void
  undo: () => boolean
  restore: (index: number) => void
  canUndo: boolean
}

/** The stocks of a grid, and who hears of what is done to them. */
export interface GridInput {
  table: RefObject<HTMLTableElement | null>
  stocks: readonly Stock[]
  /** Indexes of the stocks that are shown, in order. */
  shown: readonly number[]
  columns: readonly GridColumn[]
  words: Words
  /** Takes changed stocks, to be taken back as one step. */
  change: (stocks: Stock[]) => void
  undo: () => boolean
  /** Says what has happened. */
  tell: (what: 'filled' | 'pasted' | 'cleared' | 'nothing' | 'nothingAbove' | 'undone' | 'wrong', count?: number) => void
  /** Asks about a block that does not fit as a whole. */
  ask: (plan: PastePlan) => void
}
