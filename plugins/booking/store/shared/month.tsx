import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { placeInWeek, weekdaysIn } from 'stoa/week'
import type { Locale } from 'stoa/api-types'
import { ChevronIcon, useShop } from 'stoa/store'
import { dayWords, getMonth, plusDays, plusMonths, getWeeks } from './days.ts'
import type { TimesOfMonth } from './use-times.ts'

interface MonthProps {
  month: string
  /** Null while loading. */
  times: TimesOfMonth | null
  first: string
  last: string
  chosen: string | null
  onMonth: (month: string) => void
  onDay: (day: string) => void
}

const SUNDAY = '2026-03-01'

/** Target day of a navigation key; undefined for other keys. */
function led(key: string, day: string, language: Locale): string | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -placeInWeek(day, language),
    End: 6 - placeInWeek(day, language),
  }
  const by = steps[key]
  if (by !== undefined) return plusDays(day, by)
  if (key !== 'PageUp' && key !== 'PageDown') return undefined
  const month = plusMonths(getMonth(day), key === 'PageUp' ? -1 : 1)
  const days = getWeeks(month, language).flat().filter(Boolean)
  return `${month}-${day.slice(8)}` <= String(days.at(-1)) ? `${month}-${day.slice(8)}` : String(days.at(-1))
}

/** Month grid: arrow keys move by day, page keys by month, and each day has its number of times as label. */
export const Month = ({ month, times, first, last, chosen, onMonth, onDay }: MonthProps) => {
  const { t, language } = useShop()
  const grid = useRef<HTMLTableElement>(null)
  const has = (day: string) => (times?.[day]?.length ?? 0) > 0
  const days = getWeeks(month, language)
    .flat()
    .filter((day): day is string => day !== null)
  const [at, setAt] = useState<string | null>(null)
  const [moved, setMoved] = useState(false)
  // Roving tabindex: one day is reachable by Tab.
  const focus = at && getMonth(at) === month ? at : chosen && getMonth(chosen) === month ? chosen : (days.find(has) ?? days[0] ?? '')
  useEffect(() => {
    if (moved) grid.current?.querySelector<HTMLElement>(`[data-day="${focus}"]`)?.focus()
  }, [moved, focus])
  const press = (event: KeyboardEvent, day: string) => {
    const to = led(event.key, day, language)
    if (to === undefined) return
    event.preventDefault()
    if (to < first || to > last) return
    setAt(to)
    setMoved(true)
    if (getMonth(to) !== month) onMonth(getMonth(to))
  }
  const turn = (by: number) => {
    setMoved(false)
    setAt(null)
    onMonth(plusMonths(month, by))
  }
  const name = dayWords(`${month}-01`, language, { year: 'numeric', month: 'long' })
  return (
    <div className="month">
      <div className="month-head">
        <button
          type="button"
          className="icon-button"
          aria-label={t('booking.month_before')}
          disabled={month <= getMonth(first)}
          onClick={() => turn(-1)}
        >
          <span className="month-before">
            <ChevronIcon />
          </span>
        </button>
        <h3 aria-live="polite">{name}</h3>
        <button
          type="button"
          className="icon-button"
          aria-label={t('booking.month_after')}
          disabled={month >= getMonth(last)}
          onClick={() => turn(1)}
        >
          <span className="month-after">
            <ChevronIcon />
          </span>
        </button>
      </div>
      <table ref={grid} aria-label={name} aria-busy={times === null}>
        <thead>
          <tr>
            {weekdaysIn(language)
              .map((number) => plusDays(SUNDAY, number))
              .map((day) => (
                <th key={day} scope="col" abbr={dayWords(day, language, { weekday: 'long' })}>
                  {dayWords(day, language, { weekday: 'short' })}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {getWeeks(month, language).map((week, i) => (
            <tr key={week.find(Boolean) ?? i}>
              {week.map((day, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- places of other months have no name
                <td key={day ?? `${i} ${column}`}>
                  {day && (
                    <button
                      type="button"
                      data-day={day}
                      className="month-day"
                      tabIndex={day === focus ? 0 : -1}
                      aria-disabled={!has(day)}
                      aria-pressed={day === chosen}
                      aria-current={day === first ? 'date' : undefined}
                      aria-label={`${dayWords(day, language, { dateStyle: 'full' })}, ${times === null ? t('booking.asking') : t('booking.times', { count: times[day]?.length ?? 0 })}`}
                      onKeyDown={(event) => press(event, day)}
                      onClick={() => {
                        setAt(day)
                        if (has(day)) onDay(day)
                      }}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
