import { useMemo } from 'react'
import { useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'
import { addDays, type VisibleRange, type View } from './days.ts'

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
    const range = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
    const medium = days({ dateStyle: 'medium' })
    const short = days({ month: 'short', day: 'numeric' })
    // Browsers format date ranges in Chinese as bare numbers, unlike single dates, so the range is composed here.
    const week = (from: string, last: string) =>
      language === 'en-US'
        ? range.formatRange(Date.parse(`${from}T12:00:00Z`), Date.parse(`${last}T12:00:00Z`))
        : `${medium(from)} – ${from.slice(0, 4) === last.slice(0, 4) ? short(last) : medium(last)}`
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
      span: (view: View, day: string, { from, to }: VisibleRange) => (view === 'week' ? week(from, addDays(to, -1)) : month(day)),
    }
  }, [language, zone])
}
