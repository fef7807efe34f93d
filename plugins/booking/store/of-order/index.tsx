import { useShop } from 'stoa/store'
import type { OrderBookings } from '../../api-types.ts'
import { BookingList } from '../shared/booking-list.tsx'

/** Bookings of an order: time and link. */
export default function OfOrder({ about }: { data: unknown; about?: { order?: Partial<OrderBookings> } }) {
  const { t } = useShop()
  const bookings = about?.order?.bookings ?? []
  if (bookings.length === 0) return null
  return (
    <section className="result-order">
      <h2>{t('booking.account.bookings')}</h2>
      <BookingList bookings={bookings} />
    </section>
  )
}
