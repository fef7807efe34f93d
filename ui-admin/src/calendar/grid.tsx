import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { Chip } from './chip.tsx'
import { addDays, getDays, type VisibleRange, startOfWeek, turned, type View } from './days.ts'
import { type CalendarEntry, getRows, type PlacedEntry } from './layout-entries.ts'
import { useMessages } from './messages.ts'
import { usePointerDrag } from './use-pointer-drag.ts'
import { useWords } from './date-formats.ts'
import { useT } from '../i18n/index.ts'

/** Maximum number of rows for entries per day in the month view; further entries are only counted. */
const MOST_ROWS = 4

export interface GridProps {
  view: Exclude<View, 'list'>
  visibleRange: VisibleRange
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
  const { view, visibleRange, day, today, entries, carried, pick, drop, focusDay, openDay, label } = props
  const say = useMessages()
  const words = useWords()
  const { language } = useT()
  const grid = useRef<HTMLDivElement>(null)
  const shouldFocus = useRef(false)
  const { drag, begin } = usePointerDrag(drop)
  const days = useMemo(() => getDays(visibleRange), [visibleRange])
  const weeks = useMemo(() => {
    const rows = Array.from({ length: days.length / 7 }, (_, n) => days.slice(n * 7, n * 7 + 7))
    return rows.map((row) => ({ row, lanes: getRows(row, entries) }))
  }, [days, entries])

  const cell = (date: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${date}"]`)
  useEffect(() => {
    if (!shouldFocus.current) return
    shouldFocus.current = false
    cell(day)?.focus()
  })
  const go = (to: string) => {
    shouldFocus.current = true
    focusDay(to)
  }

  const onCellKey = (event: KeyboardEvent, date: string) => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
    const to = getTarget(event.key, date, view, startOfWeek(date, language))
    if (to) go(to)
    else if ((event.key === 'Enter' || event.key === ' ') && carried) drop(carried, date)
    else if (event.key === 'Escape' && carried) pick(undefined)
    else if (event.key === 'Enter') cell(date)?.querySelector<HTMLElement>('.cal-chip')?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const onChipKey = (event: KeyboardEvent<HTMLElement>, entry: CalendarEntry, date: string) => {
    const chips = [...(cell(date)?.querySelectorAll<HTMLElement>('.cal-chip') ?? [])]
    const at = chips.findIndex((chip) => chip.dataset.entry === entry.key)
    if (event.key === 'Escape') cell(date)?.focus()
    else if (event.key === 'ArrowDown') chips[at + 1]?.focus()
    else if (event.key === 'ArrowUp') (chips[at - 1] ?? cell(date))?.focus()
    else if (event.key === ' ' && entry.movable) {
      pick(entry)
      go(date)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div ref={grid} role="grid" aria-label={label} className={`cal-grid cal-by-${view}${drag ? ' cal-dragging' : ''}`}>
      <div role="row" className="cal-week cal-heads">
        {days.slice(0, 7).map((day) => (
          <div key={day} role="columnheader" aria-label={words.weekdayLong(day)}>
            {words.weekday(day)}
          </div>
        ))}
      </div>
      {weeks.map(({ row, lanes }) => (
        <div key={row[0]} role="row" className="cal-week">
          {row.map((date, n) => {
            const all = lanes[n] ?? []
            const visibleCount = view === 'week' || all.length <= MOST_ROWS ? all.length : MOST_ROWS - 1
            const count = all.filter(Boolean).length
            const hidden = all.slice(visibleCount).filter(Boolean).length
            const target = carried ? date === day : drag?.over === date
            return (
              <div
                key={date}
                role="gridcell"
                data-day={date}
                tabIndex={date === day ? 0 : -1}
                aria-label={count > 0 ? say('entries', { day: words.day(date), count }) : say('free', { day: words.day(date) })}
                aria-current={date === today ? 'date' : undefined}
                className={['cal-day', target && 'cal-target', view === 'month' && date.slice(0, 7) !== day.slice(0, 7) && 'cal-beside']
                  .filter(Boolean)
                  .join(' ')}
                onKeyDown={(event) => onCellKey(event, date)}
                onFocus={(event) =>
                  event.target === event.currentTarget &&
                  date !== day &&
                  date.slice(0, 7) === day.slice(0, 7) &&
                  !shouldFocus.current &&
                  focusDay(date)
                }
              >
                <span className="cal-number num" aria-hidden>
                  {date.endsWith('-01') ? words.short(date) : Number(date.slice(8))}
                </span>
                {all.slice(0, visibleCount).map((entry, row) =>
                  entry ? (
                    <Chip
                      key={entry.entry.key}
                      entry={entry.entry}
                      continued={entry.first < date}
                      goesOn={entry.last > date}
                      carried={carried?.key === entry.entry.key || drag?.entry.key === entry.entry.key}
                      reachable={date === day}
                      onPointerDown={(event) => begin(event, entry.entry)}
                      onKeyDown={(event) => onChipKey(event as KeyboardEvent<HTMLElement>, entry.entry, date)}
                    />
                  ) : (
                    // oxlint-disable-next-line react/no-array-index-key -- a gap is nothing but its place
                    <span key={`gap ${row}`} className="cal-gap" aria-hidden />
                  ),
                )}
                {hidden > 0 && (
                  <button
                    type="button"
                    className="cal-more"
                    tabIndex={date === day ? 0 : -1}
                    aria-label={say('moreOf', { count: hidden, day: words.day(date) })}
                    onClick={() => openDay(date)}
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
