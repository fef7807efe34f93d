import { dateFormat, useShop } from 'stoa/store'
import type { OwnBooking } from '../../api-types.ts'
import { zoneName } from './zone.tsx'

type Timed = Pick<OwnBooking, 'starts_at' | 'ends_at' | 'timezone'> & { event: { kind: string } }

/** A time in the time zone of the event. */
export const BookingTime = ({ booking: { starts_at, ends_at, timezone, event }, zoned = true }: { booking: Timed; zoned?: boolean }) => {
  const { language } = useShop()
  const day = dateFormat(language, { timeZone: timezone, dateStyle: 'full' }).format(new Date(starts_at))
  const clock = (at: string) =>
    dateFormat(language, { timeZone: timezone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(at))
  if (event.kind === 'day') return <time dateTime={starts_at}>{day}</time>
  return (
    <time dateTime={starts_at}>
      {day}
      {language === 'en-US' ? ', ' : ' '}
      {clock(starts_at)}–{clock(ends_at)}
      {zoned && <span className="muted small"> {zoneName(timezone, language, new Date(starts_at))}</span>}
    </time>
  )
}
