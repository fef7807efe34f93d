import { useEffect, useRef, useState } from 'react'
import { useIsHydrated, useShop } from 'stoa/store'
import type { Times } from '../../api-types.ts'
import { dayWords, getMonth } from './days.ts'
import { Month } from './month.tsx'
import { DayTimes } from './times.tsx'
import { nextDay, useTimes } from './use-times.ts'
import { zoneName } from './zone.tsx'

/** The selected time of a day. */
export type Chosen = Times['dates'][string][number] & { day: string }

interface PickerProps {
  event: { url: string; kind: string; timezone: string; today: string; last_day: string; capacity: number; preview?: string }
  quantity: number
  chosen: Chosen | null
  onChoose: (chosen: Chosen | null) => void
  /** Incremented when the shown data is known to be outdated. */
  round: number
  /** The page has a form for booking without JavaScript. */
  plain?: boolean
}

/** Finds the next day with a time, for an empty month. */
const NextDay = ({
  event,
  quantity,
  month,
  onDay,
}: Pick<PickerProps, 'event' | 'quantity'> & { month: string; onDay: (day: string) => void }) => {
  const { t, call, language } = useShop()
  const [found, setFound] = useState<{ for: string; day: string | null } | null>(null)
  const key = `${month} ${quantity}`
  useEffect(() => {
    let here = true
    nextDay(call, { url: event.url, quantity, after: month, last: event.last_day, preview: event.preview })
      .catch(() => null)
      .then((day) => here && setFound({ for: `${month} ${quantity}`, day }))
    return () => {
      here = false
    }
  }, [call, event.url, event.last_day, event.preview, quantity, month])
  if (found?.for !== key) return <p className="muted">{t('booking.asking')}</p>
  const { day } = found
  if (day === null) return <p>{t('booking.none')}</p>
  return (
    <p>
      {t('booking.none_in_month')}{' '}
      <button type="button" className="button button-quiet" onClick={() => onDay(day)}>
        {t('booking.next', { day: dayWords(day, language, { day: 'numeric', month: 'long' }) })}
      </button>
    </p>
  )
}

/** Month, times of the selected day, and their time zone. */
export const Picker = ({ event, quantity, chosen, onChoose, round, plain = false }: PickerProps) => {
  const { t, language } = useShop()
  const awake = useIsHydrated()
  const [month, setMonth] = useState(getMonth(event.today))
  const [day, setDay] = useState<string | null>(null)
  const { times, state, again } = useTimes(event.url, month, quantity, event.preview)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (round > 0) again()
  }, [round, again])
  const pick = (to: string) => {
    setDay(to)
    setMonth(getMonth(to))
    onChoose(null)
    // On phones the times are below the month.
    requestAnimationFrame(() => list.current?.scrollIntoView({ block: 'nearest' }))
  }
  const here = day ? times?.[day] : undefined
  return (
    <div className="picker">
      <div>
        <Month
          month={month}
          times={awake ? times : null}
          first={event.today}
          last={event.last_day}
          chosen={day}
          onMonth={setMonth}
          onDay={pick}
        />
        <p className="muted small">{t('booking.clock', { zone: zoneName(event.timezone, language) })}</p>
        {!plain && (
          <noscript>
            <p className="note">{t('booking.needs_script')}</p>
          </noscript>
        )}
      </div>
      <div ref={list} className="picker-times" aria-live="polite">
        {state === 'failed' && (
          <p>
            {t('booking.failed')}{' '}
            <button type="button" className="button button-quiet" onClick={again}>
              {t('shell.try_again')}
            </button>
          </p>
        )}
        {times && Object.keys(times).length === 0 && <NextDay event={event} quantity={quantity} month={month} onDay={pick} />}
        {day && here && (
          <DayTimes
            day={day}
            times={here}
            chosen={chosen?.starts_at ?? null}
            counted={event.capacity > 1}
            whole={event.kind === 'day'}
            onTime={(time) => onChoose({ ...time, day })}
          />
        )}
        {day && times && !here && getMonth(day) === month && <p>{t('booking.gone')}</p>}
        {times && Object.keys(times).length > 0 && !here && (!day || getMonth(day) !== month) && (
          <p className="muted">{t('booking.choose_day')}</p>
        )}
      </div>
    </div>
  )
}
