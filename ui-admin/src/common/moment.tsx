import { useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'
import { dayIn } from './zoned.ts'

/** A day and a time on the clock of the business, in the reader's language. */
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

/** A day as a document writes it: "Dec 1, 2025". Columns of lists hold the shorter `Day`, whose figures stand below each other. */
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
