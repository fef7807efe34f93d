import type { QueryKey } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'

/** What every card has; the rest is the board's own. */
export interface BoardCard {
  id: number | string
}

/** A column: a state, a stage, or whatever cards go through. */
export interface BoardColumn {
  id: string
  title: string
  /** Stands for the title where there is room for more than words, such as a coloured tag. */
  mark?: ReactNode
}

/** Some cards of a column. */
export interface BoardPage<C extends BoardCard> {
  cards: C[]
  /** How many the column holds, loaded or not. */
  total: number
  /** There are more than `total` says. */
  more?: boolean
  /** Handed back to ask for the cards that follow; absent when there are none. */
  next?: string
}

/** Something else a card's menu offers: a step that leads to no column in sight, or none at all. */
export interface BoardExtra {
  label: string
  intent?: 'danger'
  run: () => void
}

/** What a loader is told. */
export interface BoardAsk {
  after: string | undefined
  signal: AbortSignal
}

export interface BoardProps<C extends BoardCard> {
  /** What the board is called, for those who do not see it. */
  label: string
  columns: readonly BoardColumn[]
  /** Names what is shown: another key is another board. Invalidating it reads every column anew. */
  of: QueryKey
  load: (column: string, ask: BoardAsk) => Promise<BoardPage<C>>
  renderCard: (card: C) => ReactNode
  nameOf: (card: C) => string
  /** Where a card leads. */
  linkOf?: (card: C) => string
  /** Whether a card may go to a column; where it is absent every card may go everywhere. */
  mayGo?: (card: C, from: string, to: string) => boolean
  /**
   * Moves a card, which stands in its new column already. Answers false when it was thought better of; what it throws is
   * the reason why the card goes back.
   */
  move?: (card: C, from: string, to: string) => Promise<boolean | void>
  /** Below the columns in the menu of a card. */
  extras?: (card: C, from: string) => readonly BoardExtra[]
  /** What the cards of a column come to. Asked once all of them are loaded: a part of a sum is none. */
  sum?: (cards: readonly C[]) => ReactElement
}
