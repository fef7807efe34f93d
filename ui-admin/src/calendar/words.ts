import { useMemo } from 'react'
import { useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'
import { addDays, type Shown, type View } from './days.ts'

/** Days and hours in words, in the reader's language and on the clock of the business. */
export function useWords() {
  const { language } = useT()
  const { time_zone: zone } = useSession().manifest.site
  return useMemo(() => {
    // Days have no zone: they are written as noon of London and read there.
    const days = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
      return (day: string) => format.format(Date.parse(`${day}T12:00:00Z`))
    }
    // Named parts: of a span `dateStyle` makes bare numbers in Chinese, unlike the dates around it.
    const range = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
    const hour = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: zone })
    const month = days({ month: 'long', year: 'numeric' })
    return {
      zone,
      time: (instant: string) => hour.format(Date.parse(instant)),
      day: days({ dateStyle: 'full' }),
      short: days({ month: 'short', day: 'numeric' }),
      weekday: days({ weekday: 'short' }),
      weekdayLong: days({ weekday: 'long' }),
      span: (view: View, day: string, { from, to }: Shown) =>
        view === 'week' ? range.formatRange(Date.parse(`${from}T12:00:00Z`), Date.parse(`${addDays(to, -1)}T12:00:00Z`)) : month(day),
    }
  }, [language, zone])
}
