import { CheckIcon, GoTo, Link, useShop, type HeadInfo, type ScreenContext } from 'stoa/store'
import { FactList } from 'stoa/plugins/sales/store'
import type { BookingResult, OwnBooking } from '../../api-types.ts'
import { Codes } from '../shared/codes.tsx'
import { CalendarLink, manageUrl } from '../shared/links.tsx'
import { BookingTime } from '../shared/when.tsx'

interface PageData {
  result: BookingResult
  ownBooking: OwnBooking | null
}

/** Without a number the page has no content. */
export const load = async ({ call, search, language }: ScreenContext): Promise<PageData> => {
  const { booking = '', order = '', token } = search
  if (!booking && !order) throw new GoTo('/')
  const ownBooking = token ? await call.post<OwnBooking>('/api/booking', { token, language }).catch(() => null) : null
  if (ownBooking)
    return {
      result: { number: ownBooking.number, status: ownBooking.status, title: ownBooking.event.title, url: ownBooking.event.url },
      ownBooking,
    }
  const result = await call.get<BookingResult>('/api/booking/result', { language, ...(booking ? { booking } : { order }) }).catch(() => {
    throw new GoTo('/')
  })
  return { result, ownBooking }
}

export const head = ({ result }: PageData, { t }: ScreenContext): HeadInfo => ({
  title: t(result.status === 'pending' ? 'booking.success.pending' : 'booking.success.title'),
  noindex: true,
})

/** Result of a booking and next actions. */
export default function SuccessScreen({ data: { result, ownBooking } }: { data: PageData }) {
  const { t } = useShop()
  const waits = result.status === 'pending'
  return (
    <article className="page narrow result">
      <header className="result-head result-success">
        <span className="result-mark">
          <CheckIcon />
        </span>
        <h1>{t(waits ? 'booking.success.pending' : 'booking.success.title')}</h1>
        <p className="lead">{t(waits ? 'booking.success.pending_text' : 'booking.success.text')}</p>
      </header>
      <FactList
        facts={[
          [t('booking.event'), result.title],
          ownBooking !== null && [t('booking.when'), <BookingTime key="when" booking={ownBooking} />],
          ownBooking !== null && [t('booking.places'), ownBooking.quantity],
          [t('booking.number'), result.number],
        ]}
      />
      {ownBooking && <Codes booking={ownBooking} />}
      <p className="result-links">
        {ownBooking && !waits && <CalendarLink booking={ownBooking} main />}
        {ownBooking && (
          <Link className="button button-quiet" to={manageUrl(ownBooking)}>
            {t('booking.manage')}
          </Link>
        )}
        <Link className="button button-quiet" to={`/event/detail/${result.url}`}>
          {t('booking.another')}
        </Link>
      </p>
    </article>
  )
}
