import { Link, useShop, type ScreenContext } from 'stoa/store'
import type { OwnBooking, OwnBookings } from '../../api-types.ts'
import { BookingList } from '../shared/booking-list.tsx'

export const load = ({ call, language }: ScreenContext): Promise<OwnBookings> => call.get<OwnBookings>('/api/booking', { language })

const over: ReadonlySet<string> = new Set(['canceled', 'rejected', 'refunded', 'completed', 'absent'])

const List = ({ title, bookings }: { title: string; bookings: OwnBooking[] }) => {
  if (bookings.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <BookingList bookings={bookings} />
    </section>
  )
}

/** The customer's bookings: future ones first, then past ones. */
export default function BookingsTab({ data }: { data: OwnBookings | null }) {
  const { t } = useShop()
  if (!data) return <p>{t('booking.failed')}</p>
  if (data.data.length === 0)
    return (
      <>
        <p className="muted">{t('booking.account.none')}</p>
        <Link className="button" to="/event">
          {t('booking.events')}
        </Link>
      </>
    )
  const past = (b: OwnBooking) => over.has(b.status)
  return (
    <>
      <List title={t('booking.account.ahead')} bookings={data.data.filter((b) => !past(b)).toReversed()} />
      <List title={t('booking.account.past')} bookings={data.data.filter(past)} />
    </>
  )
}
