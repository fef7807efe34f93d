import { useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'

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
