import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { Chip } from './chip.tsx'
import { addDays, getDays, type Shown, startOfWeek, turned, type View } from './days.ts'
import { type CalendarEntry, getLanes, type PlacedEntry } from './lay.ts'
import { useMessages } from './texts.ts'
import { usePointerDrag } from './use-pointer-drag.ts'
import { useWords } from './words.ts'
import { useT } from '../i18n/index.ts'

/** Maximum number of rows for entries per day in the month view; further entries are only counted. */
const MOST_LANES = 4

export interface GridProps {
  view: Exclude<View, 'list'>
  shown: Shown
  /** The focused day. */
  day: string
  today: string
  entries: readonly PlacedEntry[]
  /** The entry that is being moved by keyboard. */
  carried: CalendarEntry | undefined
  pick: (entry: CalendarEntry | undefined) => void
  drop: (entry: CalendarEntry, day: string) => void
  focusDay: (day: string) => void
  openDay: (day: string) => void
  label: string
}

/** Grid of days in weeks. Arrow keys move between days, Enter goes into a day, Space picks up a movable entry. */
export function DayGrid(props: GridProps) {
  const { view, shown, day, today, entries, carried, pick, drop, focusDay, openDay, label } = props
  const say = useMessages()
  const words = useWords()
  const { language } = useT()
  const grid = useRef<HTMLDivElement>(null)
  const wanted = useRef(false)
  const { drag, begin } = usePointerDrag(drop)
  const days = useMemo(() => getDays(shown), [shown])
  const weeks = useMemo(() => {
    const rows = Array.from({ length: days.length / 7 }, (_, n) => days.slice(n * 7, n * 7 + 7))
    return rows.map((row) => ({ row, lanes: getLanes(row, entries) }))
  }, [days, entries])

  const cell = (of: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${of}"]`)
  useEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    cell(day)?.focus()
  })
  const go = (to: string) => {
    wanted.current = true
    focusDay(to)
  }

  const onCellKey = (event: KeyboardEvent, of: string) => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
    const to = getTarget(event.key, of, view, startOfWeek(of, language))
    if (to) go(to)
    else if ((event.key === 'Enter' || event.key === ' ') && carried) drop(carried, of)
    else if (event.key === 'Escape' && carried) pick(undefined)
    else if (event.key === 'Enter') cell(of)?.querySelector<HTMLElement>('.cal-chip')?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const onChipKey = (event: KeyboardEvent<HTMLElement>, entry: CalendarEntry, of: string) => {
    const chips = [...(cell(of)?.querySelectorAll<HTMLElement>('.cal-chip') ?? [])]
    const at = chips.findIndex((chip) => chip.dataset.entry === entry.key)
    if (event.key === 'Escape') cell(of)?.focus()
    else if (event.key === 'ArrowDown') chips[at + 1]?.focus()
    else if (event.key === 'ArrowUp') (chips[at - 1] ?? cell(of))?.focus()
    else if (event.key === ' ' && entry.movable) {
      pick(entry)
      go(of)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div ref={grid} role="grid" aria-label={label} className={`cal-grid cal-by-${view}${drag ? ' cal-dragging' : ''}`}>
      <div role="row" className="cal-week cal-heads">
        {days.slice(0, 7).map((of) => (
          <div key={of} role="columnheader" aria-label={words.weekdayLong(of)}>
            {words.weekday(of)}
          </div>
        ))}
      </div>
      {weeks.map(({ row, lanes }) => (
        <div key={row[0]} role="row" className="cal-week">
          {row.map((of, n) => {
            const all = lanes[n] ?? []
            const room = view === 'week' || all.length <= MOST_LANES ? all.length : MOST_LANES - 1
            const count = all.filter(Boolean).length
            const hidden = all.slice(room).filter(Boolean).length
            const target = carried ? of === day : drag?.over === of
            return (
              <div
                key={of}
                role="gridcell"
                data-day={of}
                tabIndex={of === day ? 0 : -1}
                aria-label={count > 0 ? say('entries', { day: words.day(of), count }) : say('free', { day: words.day(of) })}
                aria-current={of === today ? 'date' : undefined}
                className={['cal-day', target && 'cal-target', view === 'month' && of.slice(0, 7) !== day.slice(0, 7) && 'cal-beside']
                  .filter(Boolean)
                  .join(' ')}
                onKeyDown={(event) => onCellKey(event, of)}
                onFocus={(event) =>
                  event.target === event.currentTarget &&
                  of !== day &&
                  of.slice(0, 7) === day.slice(0, 7) &&
                  !wanted.current &&
                  focusDay(of)
                }
              >
                <span className="cal-number num" aria-hidden>
                  {of.endsWith('-01') ? words.short(of) : Number(of.slice(8))}
                </span>
                {all.slice(0, room).map((one, lane) =>
                  one ? (
                    <Chip
                      key={one.entry.key}
                      entry={one.entry}
                      continued={one.first < of}
                      goesOn={one.last > of}
                      carried={carried?.key === one.entry.key || drag?.entry.key === one.entry.key}
                      reachable={of === day}
                      onPointerDown={(event) => begin(event, one.entry)}
                      onKeyDown={(event) => onChipKey(event as KeyboardEvent<HTMLElement>, one.entry, of)}
                    />
                  ) : (
                    // oxlint-disable-next-line react/no-array-index-key -- a gap is nothing but its place
                    <span key={`gap ${lane}`} className="cal-gap" aria-hidden />
                  ),
                )}
                {hidden > 0 && (
                  <button
                    type="button"
                    className="cal-more"
                    tabIndex={of === day ? 0 : -1}
                    aria-label={say('moreOf', { count: hidden, day: words.day(of) })}
                    onClick={() => openDay(of)}
                  >
                    {say('more', { count: hidden })}
                  </button>
                )}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** The day a key leads to. */
function getTarget(key: string, day: string, view: View, first: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return first
    case 'End':
      return addDays(first, 6)
    case 'PageUp':
      return turned(view, day, -1)
    case 'PageDown':
      return turned(view, day, 1)
    default:
      return undefined
  }
}
