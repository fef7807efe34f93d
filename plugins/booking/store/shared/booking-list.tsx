import { Link, useShop } from 'stoa/store'
import type { OrderBookings } from '../../api-types.ts'
import { manageUrl } from './links.tsx'
import { BookingTime } from './when.tsx'

/** Bookings with time and link. */
export function BookingList({ bookings }: { bookings: OrderBookings['bookings'] }) {
  const { t } = useShop()
  return (
    <ul className="account-orders">
      {bookings.map((booking) => (
        <li key={booking.number}>
          <Link to={manageUrl(booking)}>
            <strong>{booking.event.title}</strong>
            <span className="small">
              <BookingTime booking={booking} zoned={false} />
            </span>
            <span>{t(`booking.status.${booking.status}`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
