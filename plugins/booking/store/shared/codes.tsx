import { useShop } from 'stoa/store'
import { groupCode } from '../../domain/check-in/code-alphabet.ts'
import type { OwnBooking } from '../../api-types.ts'

/** Check-in codes: an image for each guest, with digits to type. */
export const Codes = ({ booking }: { booking: Pick<OwnBooking, 'codes' | 'token' | 'quantity'> }) => {
  const { t, language } = useShop()
  if (booking.codes.length === 0) return null
  return (
    <section className="booking-codes" aria-labelledby="booking-codes-title">
      <h2 id="booking-codes-title">{t('booking.code.title')}</h2>
      <p className="muted">{t(booking.quantity > 1 ? 'booking.code.each' : 'booking.code.show')}</p>
      <ul>
        {booking.codes.map(({ seat_no, short, present }) => (
          <li key={seat_no} className={present ? 'is-used' : undefined}>
            <img
              src={`/api/booking/code?${new URLSearchParams({ token: booking.token, seat: String(seat_no) })}`}
              alt={t('booking.code.of', { seat: seat_no, of: booking.quantity })}
              width={220}
              height={220}
              loading={seat_no > 2 ? 'lazy' : 'eager'}
            />
            <p className="booking-short">{groupCode(short)}</p>
            {(booking.quantity > 1 || present) && (
              <p className="muted">
                {booking.quantity > 1 && t('booking.code.of', { seat: seat_no, of: booking.quantity })}
                {present && <span className="booking-here"> {t('booking.code.used')}</span>}
              </p>
            )}
          </li>
        ))}
      </ul>
      <p>
        <a className="button button-quiet" href={`/api/booking/ticket?${new URLSearchParams({ token: booking.token, language })}`} download>
          {t('booking.code.paper')}
        </a>
      </p>
    </section>
  )
}
