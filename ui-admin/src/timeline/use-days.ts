import { useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'
import { useMessages } from './messages.ts'

const DAY_MS = 86_400_000

/** Formats "Today", "Yesterday" or a date, and the time, in the time zone of the business. */
export function useDays(): { formatDay(at: string): string; formatTime(at: string): string; whole(at: string): string } {
  const say = useMessages()
  const { language } = useT()
  const { time_zone: timeZone } = useSession().manifest.site
  const day = (at: Date) => at.toLocaleDateString('en-CA', { timeZone })
  return {
    formatDay: (text) => {
      const at = new Date(text)
      if (day(at) === day(new Date())) return say('today')
      if (day(at) === day(new Date(Date.now() - DAY_MS))) return say('yesterday')
      return at.toLocaleDateString(language, { timeZone, dateStyle: 'medium' })
    },
    formatTime: (text) => new Date(text).toLocaleTimeString(language, { timeZone, timeStyle: 'short' }),
    whole: (text) => new Date(text).toLocaleString(language, { timeZone }),
  }
}
