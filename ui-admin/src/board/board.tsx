import { DndContext, DragOverlay } from '@dnd-kit/core'
import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNarrow } from '../calendar/use-narrow.ts'
import './board.css'
import { CardView } from './card-view.tsx'
import { ColumnPicker } from './column-picker.tsx'
import { ColumnView } from './column-view.tsx'
import { beside, showSideways } from './places.ts'
import { useMessages } from './messages.ts'
import type { BoardCard, BoardProps } from './types.ts'
import { useCarry } from './use-keyboard-move.ts'
import { useDrag } from './use-drag.ts'
import { useTransitions } from './use-moves.ts'

/** Kanban board. Cards can be moved by pointer, by keyboard, and by a menu on each. The move is shown at once (optimistic update). */
export function Board<C extends BoardCard>({ label, columns, renderCard: draw, getName, getLink, extras, ...about }: BoardProps<C>) {
  const { queryKey, load, move, sum } = about
  const say = useMessages()
  const id = useId()
  const narrow = useNarrow()
  const root = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const [active, setActive] = useState<C['id']>()
  const [chosen, setChosen] = useState(columns[0]?.id ?? '')
  const [counts, setCounts] = useState<Readonly<Record<string, string>>>({})
  const [sought, setSought] = useState<{ id: C['id'] }>()
  const counted = useCallback(
    (column: string, count: string) => setCounts((now) => (now[column] === count ? now : { ...now, [column]: count })),
    [],
  )
  const mayGo = (card: C, from: string, to: string) => from !== to && (about.mayGo?.(card, from, to) ?? true)
  const { go, refused, busy } = useTransitions<C>({
    ...{ queryKey, columns, getName, move },
    tell: setAnnouncement,
    settled: (at) => {
      setActive(at)
      setSought({ id: at })
    },
  })
  const start = (card: C, from: string, to: string) => void go(card, from, to)
  const { drag, context } = useDrag<C>((card, from, to) => {
    if (mayGo(card, from, to)) start(card, from, to)
  })
  const { carried, pick, leave, onKey } = useCarry<C>({ columns, getName, mayGo, go: start, tell: setAnnouncement })
  const at = columns.some((column) => column.id === chosen) ? chosen : (columns[0]?.id ?? '')

  // The card was rendered again in another column, so it lost the focus. A dialog keeps the focus.
  useEffect(() => {
    const lost = document.activeElement === document.body || root.current?.contains(document.activeElement)
    if (!sought || !lost || document.querySelector('.bp6-dialog')) return
    root.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(String(sought.id))}"]`)?.focus()
  }, [sought])

  const over = carried?.over
  useEffect(() => {
    if (over !== undefined) showSideways(root.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(over)}"]`))
  }, [over])

  const keyed = (event: KeyboardEvent<HTMLElement>, card: C, from: string) => {
    if (onKey(event)) return
    if (event.key === ' ' && move && !narrow) {
      event.preventDefault()
      return pick(card, from)
    }
    const next = beside(event.currentTarget, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const away = drag ?? carried
  const getDropState = (column: string) => {
    if (!away || column === away.from) return undefined
    if (carried?.over === column) return 'over'
    return mayGo(away.card, away.from, column) ? 'open' : 'barred'
  }
  return (
    <div ref={root} className={away ? 'board is-moving' : 'board'} role="group" aria-label={label}>
      <p id={`${id}-keys`} className="sr-only">
        {say('keys')}
      </p>
      <div className="sr-only" role="status" aria-live="assertive">
        {announcement}
      </div>
      {narrow && <ColumnPicker columns={columns} counts={counts} value={at} onChoose={setChosen} />}
      <DndContext {...context}>
        <div className="board-columns">
          {columns.map((column) => (
            <ColumnView<C>
              key={column.id}
              {...{ queryKey, load, column, counted }}
              {...(sum ? { sum } : {})}
              hidden={narrow && column.id !== at}
              state={getDropState(column.id)}
            >
              {(card, first) => (
                <CardView<C>
                  key={card.id}
                  card={card}
                  from={column.id}
                  name={getName(card)}
                  to={getLink?.(card)}
                  targets={columns.filter((to) => mayGo(card, column.id, to.id))}
                  extras={extras?.(card, column.id) ?? []}
                  movable={move !== undefined}
                  busy={busy.has(card.id)}
                  carried={carried?.card.id === card.id}
                  refused={refused?.id === card.id ? refused.lines : undefined}
                  stop={active === card.id || first}
                  keys={`${id}-keys`}
                  onKey={(event) => keyed(event, card, column.id)}
                  onFocus={() => setActive(card.id)}
                  onLeave={leave}
                  go={(to) => start(card, column.id, to)}
                >
                  {draw(card)}
                </CardView>
              )}
            </ColumnView>
          ))}
        </div>
        <DragOverlay dropAnimation={null}>
          {drag && (
            <div className="board-card is-lifted" aria-hidden>
              <div className="board-card-head">
                <strong>{getName(drag.card)}</strong>
              </div>
              {draw(drag.card)}
            </div>
          )}
        </DragOverlay>
      </DndContext>
    </div>
  )
}
