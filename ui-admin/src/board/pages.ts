import type { InfiniteData } from '@tanstack/react-query'
import type { BoardCard, BoardPage } from './types.ts'

/** The loaded pages of a column. */
export type Loaded<C extends BoardCard> = InfiniteData<BoardPage<C>, string | undefined>

/** All loaded cards of a column. A card that moved to a later page meanwhile is included once. */
export function getCards<C extends BoardCard>(data: Loaded<C> | undefined): C[] {
  const found = new Map<C['id'], C>()
  for (const page of data?.pages ?? []) for (const card of page.cards) if (!found.has(card.id)) found.set(card.id, card)
  return [...found.values()]
}

/** Position of a card: page and index. */
export interface Place {
  page: number
  at: number
}

/** The position of a card in a column; undefined when it is not there. */
export function getPlace<C extends BoardCard>(data: Loaded<C> | undefined, id: C['id']): Place | undefined {
  for (const [page, { cards }] of data?.pages.entries() ?? []) {
    const at = cards.findIndex((card) => card.id === id)
    if (at >= 0) return { page, at }
  }
  return undefined
}

const counted = <C extends BoardCard>(data: Loaded<C>, by: number): Loaded<C> => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, total: Math.max(0, page.total + by) })),
})

/** Removes a card from the loaded pages. */
export function without<C extends BoardCard>(data: Loaded<C> | undefined, id: C['id']): Loaded<C> | undefined {
  if (!data || !getPlace(data, id)) return data
  const left = counted(data, -1)
  return { ...left, pages: left.pages.map((page) => ({ ...page, cards: page.cards.filter((card) => card.id !== id) })) }
}

/** Adds a card at its previous position, else on top. A column that is not loaded yet stays undefined. */
export function withCard<C extends BoardCard>(
  data: Loaded<C> | undefined,
  card: C,
  place: Place = { page: 0, at: 0 },
): Loaded<C> | undefined {
  if (!data || getPlace(data, card.id)) return data
  const on = Math.min(place.page, data.pages.length - 1)
  const more = counted(data, 1)
  return { ...more, pages: more.pages.map((page, i) => (i === on ? { ...page, cards: page.cards.toSpliced(place.at, 0, card) } : page)) }
}
