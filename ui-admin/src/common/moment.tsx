import { useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'
import { dayIn } from './zoned.ts'

/** Date and time in the time zone of the business and the user's language. */
export function Moment({ value }: { value: string }) {
  const { language } = useT()
  const { time_zone: timeZone } = useSession().manifest.site
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return <>{value}</>
  const text = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(date)
  return (
    <time dateTime={value} title={value}>
      {text}
    </time>
  )
}

/** A date as documents write it: "Dec 1, 2025". List columns use the shorter `Day`, whose digits align. */
export function DayInWords({ value }: { value: string | null | undefined }) {
  const { language } = useT()
  const { time_zone: zone } = useSession().manifest.site
  if (!value) return <span className="quiet">–</span>
  const text = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${dayIn(value, zone)}T00:00:00Z`),
  )
  return (
    <time className="nowrap" dateTime={value} title={value}>
      {text}
    </time>
  )
}
