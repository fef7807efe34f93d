import { useState, type KeyboardEvent } from 'react'
import type { BoardCard, BoardColumn } from './types.ts'
import { useMessages } from './messages.ts'

/** A card that is being moved by keyboard, with its target column. */
export interface Carried<C extends BoardCard> {
  card: C
  from: string
  over: string
}

interface CarryOptions<C extends BoardCard> {
  columns: readonly BoardColumn[]
  getName: (card: C) => string
  mayGo: (card: C, from: string, to: string) => boolean
  go: (card: C, from: string, to: string) => void
  tell: (text: string) => void
}

/** Moves a card by keyboard: Space, left and right, Space. Skips columns that are not allowed. */
export function useCarry<C extends BoardCard>({ columns, getName, mayGo, go, tell }: CarryOptions<C>) {
  const say = useMessages()
  const [carried, setCarried] = useState<Carried<C>>()
  const getTitle = (id: string) => columns.find((column) => column.id === id)?.title ?? id

  const leave = () => {
    if (!carried) return
    tell(say('left', { name: getName(carried.card), column: getTitle(carried.from) }))
    setCarried(undefined)
  }
  const pick = (card: C, from: string) => {
    const able = columns.some(({ id }) => id !== from && mayGo(card, from, id))
    tell(say(able ? 'carried' : 'nowhere', { name: getName(card), column: getTitle(from) }))
    if (able) setCarried({ card, from, over: from })
  }
  const shift = ({ card, from, over }: Carried<C>, by: 1 | -1) => {
    const at = columns.findIndex(({ id }) => id === over)
    const way = by > 0 ? columns.slice(at + 1) : columns.slice(0, at).reverse()
    const next = way.find(({ id }) => id === from || mayGo(card, from, id))
    if (!next) return tell(say('further', { name: getName(card) }))
    tell(say(next.id === from ? 'left' : 'over', { name: getName(card), column: next.title }))
    setCarried({ card, from, over: next.id })
  }
  const drop = ({ card, from, over }: Carried<C>) => {
    if (over === from) return leave()
    setCarried(undefined)
    go(card, from, over)
  }

  /** Returns whether the key was handled. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!carried) return false
    const acts: Record<string, () => void> = {
      ArrowRight: () => shift(carried, 1),
      ArrowLeft: () => shift(carried, -1),
      ArrowUp: () => {},
      ArrowDown: () => {},
      ' ': () => drop(carried),
      Enter: () => drop(carried),
      Escape: leave,
    }
    const act = acts[event.key]
    if (!act) return false
    event.preventDefault()
    event.stopPropagation()
    act()
    return true
  }
  return { carried, pick, leave, onKey }
}
