import { Link, useShop } from '../../../../ui-store/src/kit/index.ts'
import type { OrderBookings } from '../../wire.ts'
import { manageUrl } from '../shared/links.tsx'
import { When } from '../shared/when.tsx'

/** What was booked with an order: when it is, and the way to it. */
export default function OfOrder({ about }: { data: unknown; about?: { order?: Partial<OrderBookings> } }) {
  const { t } = useShop()
  const bookings = about?.order?.bookings ?? []
  if (bookings.length === 0) return null
  return (
    <section className="result-order">
      <h2>{t('booking.account.bookings')}</h2>
      <ul className="account-orders">
        {bookings.map((booking) => (
          <li key={booking.number}>
            <Link to={manageUrl(booking)}>
              <strong>{booking.event.title}</strong>
              <span className="small">
                <When booking={booking} zoned={false} />
              </span>
              <span>{t(`booking.status.${booking.status}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
