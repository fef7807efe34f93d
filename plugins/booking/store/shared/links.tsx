import { useShop } from 'stoa/store'
import type { OwnBooking } from '../../api-types.ts'

/** Link to view and change a booking. */
export const manageUrl = ({ event, token }: Pick<OwnBooking, 'event' | 'token'>): string =>
  `/booking/detail/${encodeURIComponent(event.url)}?token=${encodeURIComponent(token)}`

/** Link to the iCalendar file of a booking. */
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
