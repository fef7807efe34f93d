import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureLines } from '../api/failure.ts'
import { ApiError } from '../api/client.ts'
import { notify, notifyFailure } from '../common/toasts.tsx'
import { type Loaded, getPlace, withCard, without } from './pages.ts'
import type { BoardCard, BoardProps } from './types.ts'
import { useMessages } from './messages.ts'

/** A card whose move failed, with the reasons. */
export interface Refused {
  id: BoardCard['id']
  lines: readonly string[]
}

interface TransitionOptions<C extends BoardCard> extends Pick<BoardProps<C>, 'queryKey' | 'columns' | 'getName'> {
  move: BoardProps<C>['move'] | undefined
  /** Announces a text to screen readers. */
  tell: (text: string) => void
  /** The card is rendered in another column; it gets the focus back if it had it. */
  settled: (id: C['id']) => void
}

/** Moves cards optimistically, and back when the server rejects the move. */
export function useTransitions<C extends BoardCard>({ queryKey, columns, getName, move, tell, settled }: TransitionOptions<C>) {
  const client = useQueryClient()
  const say = useMessages()
  const [refused, setRefused] = useState<Refused>()
  const [busy, setBusy] = useState<ReadonlySet<C['id']>>(new Set())
  const getTitle = (id: string) => columns.find((column) => column.id === id)?.title ?? id

  const change = (column: string, next: (data: Loaded<C> | undefined) => Loaded<C> | undefined) =>
    client.setQueryData<Loaded<C>>([...queryKey, column], next)

  const go = async (card: C, from: string, to: string) => {
    if (!move || busy.has(card.id)) return
    setRefused(undefined)
    setBusy((now) => new Set(now).add(card.id))
    const name = getName(card)
    // Cancels running queries, whose results would undo the optimistic update.
    await Promise.all([from, to].map((column) => client.cancelQueries({ queryKey: [...queryKey, column] })))
    const place = getPlace(client.getQueryData<Loaded<C>>([...queryKey, from]), card.id)
    change(from, (data) => without(data, card.id))
    change(to, (data) => withCard(data, card))
    tell(say('moving', { name, column: getTitle(to) }))
    settled(card.id)
    const back = () => {
      change(to, (data) => without(data, card.id))
      change(from, (data) => withCard(data, card, place))
      settled(card.id)
    }
    try {
      const done = (await move(card, from, to)) !== false
      if (!done) back()
      tell(done ? say('moved', { name, column: getTitle(to) }) : say('left', { name, column: getTitle(from) }))
      settled(card.id)
    } catch (error) {
      back()
      setRefused({ id: card.id, lines: failureLines(error) })
      const title = say('refused', { name })
      if (error instanceof ApiError) notifyFailure(title, error)
      else notify({ intent: 'warning', title, lines: failureLines(error) })
    } finally {
      setBusy((now) => new Set([...now].filter((id) => id !== card.id)))
      // Reloads, because other users may have moved cards meanwhile.
      void client.invalidateQueries({ queryKey: queryKey })
    }
  }
  return { go, refused, busy, getTitle: getTitle }
}
