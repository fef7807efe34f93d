import { useShop } from 'stoa/store'
import type { OwnBooking } from '../../api-types.ts'

/** The page on which a booking is looked at and changed. */
export const manageUrl = ({ event, token }: Pick<OwnBooking, 'event' | 'token'>): string =>
  `/booking/detail/${encodeURIComponent(event.url)}?token=${encodeURIComponent(token)}`

/** Puts a booking into the visitor's calendar. */
export const CalendarLink = ({ booking: { token }, main = false }: { booking: Pick<OwnBooking, 'token'>; main?: boolean }) => {
  const { t, language } = useShop()
  return (
    <a
      className={main ? 'button button-main' : 'button button-quiet'}
      href={`/api/booking/calendar?${new URLSearchParams({ token, language })}`}
      download
    >
      {t('booking.calendar')}
    </a>
  )
}
