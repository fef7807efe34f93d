import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureLines } from '../api/failure.ts'
import { ApiError } from '../api/client.ts'
import { notify, notifyFailure } from '../common/toasts.tsx'
import { type Loaded, getPlace, withCard, without } from './pages.ts'
import type { BoardCard, BoardProps } from './types.ts'
import { useMessages } from './texts.ts'

/** A card that had to go back, and why. */
export interface Refused {
  id: BoardCard['id']
  lines: readonly string[]
}

interface TransitionOptions<C extends BoardCard> extends Pick<BoardProps<C>, 'of' | 'columns' | 'nameOf'> {
  move: BoardProps<C>['move'] | undefined
  /** Says something to those who do not see it. */
  tell: (text: string) => void
  /** The card is in another column now: whoever stood on it stands there again. */
  settled: (id: C['id']) => void
}

/** Moves cards before the server agrees, and back again when it does not. */
export function useTransitions<C extends BoardCard>({ of, columns, nameOf, move, tell, settled }: TransitionOptions<C>) {
  const client = useQueryClient()
  const say = useMessages()
  const [refused, setRefused] = useState<Refused>()
  const [busy, setBusy] = useState<ReadonlySet<C['id']>>(new Set())
  const titleOf = (id: string) => columns.find((column) => column.id === id)?.title ?? id

  const change = (column: string, next: (data: Loaded<C> | undefined) => Loaded<C> | undefined) =>
    client.setQueryData<Loaded<C>>([...of, column], next)

  const go = async (card: C, from: string, to: string) => {
    if (!move || busy.has(card.id)) return
    setRefused(undefined)
    setBusy((now) => new Set(now).add(card.id))
    const name = nameOf(card)
    // What is being fetched now would put the card back where it was.
    await Promise.all([from, to].map((column) => client.cancelQueries({ queryKey: [...of, column] })))
    const place = getPlace(client.getQueryData<Loaded<C>>([...of, from]), card.id)
    change(from, (data) => without(data, card.id))
    change(to, (data) => withCard(data, card))
    tell(say('moving', { name, column: titleOf(to) }))
    settled(card.id)
    const back = () => {
      change(to, (data) => without(data, card.id))
      change(from, (data) => withCard(data, card, place))
      settled(card.id)
    }
    try {
      const done = (await move(card, from, to)) !== false
      if (!done) back()
      tell(done ? say('moved', { name, column: titleOf(to) }) : say('left', { name, column: titleOf(from) }))
      settled(card.id)
    } catch (error) {
      back()
      setRefused({ id: card.id, lines: failureLines(error) })
      const title = say('refused', { name })
      if (error instanceof ApiError) notifyFailure(title, error)
      else notify({ intent: 'warning', title, lines: failureLines(error) })
    } finally {
      setBusy((now) => new Set([...now].filter((id) => id !== card.id)))
      // Cards that came or went meanwhile, and one that was moved by somebody else.
      void client.invalidateQueries({ queryKey: of })
    }
  }
  return { go, refused, busy, titleOf }
}
