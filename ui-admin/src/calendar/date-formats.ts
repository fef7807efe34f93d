import { useMemo } from 'react'
import { useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'
import { addDays, type VisibleRange, type View } from './days.ts'

/** A range of dates with its last day: "Nov 2 – Dec 1, 2026". */
export function formatDayRange(language: string, from: string, last: string): string {
  const [first, final] = [from, last].map((day) => Date.parse(`${day}T12:00:00Z`)) as [number, number]
  const medium = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  if (language === 'en-US') return medium.formatRange(first, final)
  // Browsers format date ranges in Chinese as bare numbers, unlike single dates, so the range is composed here.
  const short = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  if (from === last) return medium.format(first)
  return `${medium.format(first)} – ${(from.slice(0, 4) === last.slice(0, 4) ? short : medium).format(final)}`
}

/** Formatters for dates and times, in the user's language and the time zone of the business. */
export function useWords() {
  const { language } = useT()
  const { time_zone: zone } = useSession().manifest.site
  return useMemo(() => {
    // Dates have no time zone, so they are formatted as noon UTC.
    const days = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
      return (day: string) => format.format(Date.parse(`${day}T12:00:00Z`))
    }
    const short = days({ month: 'short', day: 'numeric' })
    const hour = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: zone })
    const month = days({ month: 'long', year: 'numeric' })
    const clock = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' })
    return {
      zone,
      /** Name of the time zone: "Hong Kong Time". */
      clock: clock.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? zone,
      time: (instant: string) => hour.format(Date.parse(instant)),
      day: days({ dateStyle: 'full' }),
      short,
      weekday: days({ weekday: 'short' }),
      weekdayLong: days({ weekday: 'long' }),
      span: (view: View, day: string, { from, to }: VisibleRange) =>
        view === 'week' ? formatDayRange(language, from, addDays(to, -1)) : month(day),
    }
  }, [language, zone])
}
