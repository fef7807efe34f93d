import type { QueryKey } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'

/** Common fields of cards; a board adds its own. */
export interface BoardCard {
  id: number | string
}

/** A column: a status, a stage or another step. */
export interface BoardColumn {
  id: string
  title: string
  /** Replaces the title where more than text fits, such as a coloured tag. */
  mark?: ReactNode
}

/** A page of the cards of a column. */
export interface BoardPage<C extends BoardCard> {
  cards: C[]
  /** Total number of cards in the column. */
  total: number
  /** The real total is larger than `total`. */
  more?: boolean
  /** Cursor of the next page; absent on the last one. */
  next?: string
}

/** A further menu item of a card, for a step that has no visible column. */
export interface BoardExtra {
  label: string
  intent?: 'danger'
  run: () => void
}

/** Input of a loader. */
export interface BoardAsk {
  after: string | undefined
  signal: AbortSignal
}

export interface BoardProps<C extends BoardCard> {
  /** Accessible name of the board. */
  label: string
  columns: readonly BoardColumn[]
  /** Query key of the board. Invalidating it reloads every column. */
  queryKey: QueryKey
  load: (column: string, ask: BoardAsk) => Promise<BoardPage<C>>
  renderCard: (card: C) => ReactNode
  getName: (card: C) => string
  /** Link of a card. */
  getLink?: (card: C) => string
  /** Whether a card may move to a column; without it every move is allowed. */
  mayGo?: (card: C, from: string, to: string) => boolean
  /** Saves a move that is already shown. Returns false to cancel; an error moves the card back and shows its reason. */
  move?: (card: C, from: string, to: string) => Promise<boolean | void>
  /** Further items in the menu of a card. */
  extras?: (card: C, from: string) => readonly BoardExtra[]
  /** Total of a column. Called when all of its cards are loaded, because a partial total would be wrong. */
  sum?: (cards: readonly C[]) => ReactElement
}
