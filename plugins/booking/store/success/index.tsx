import { CheckIcon, GoTo, Link, useShop, type HeadInfo, type ScreenContext } from 'stoa/store'
import type { BookingResult, OwnBooking } from '../../api-types.ts'
import { Codes } from '../shared/codes.tsx'
import { CalendarLink, manageUrl } from '../shared/links.tsx'
import { When } from '../shared/when.tsx'

interface Shown {
  result: BookingResult
  own: OwnBooking | null
}

/** Without a number the page has no content. */
export const load = async ({ call, search, language }: ScreenContext): Promise<Shown> => {
  const { booking = '', order = '', token } = search
  if (!booking && !order) throw new GoTo('/')
  const own = token ? await call.post<OwnBooking>('/api/booking', { token, language }).catch(() => null) : null
  if (own) return { result: { number: own.number, status: own.status, title: own.event.title, url: own.event.url }, own }
  const result = await call.get<BookingResult>('/api/booking/result', { language, ...(booking ? { booking } : { order }) }).catch(() => {
    throw new GoTo('/')
  })
  return { result, own }
}

export const head = ({ result }: Shown, { t }: ScreenContext): HeadInfo => ({
  title: t(result.status === 'pending' ? 'booking.success.pending' : 'booking.success.title'),
  noindex: true,
})

/** Result of a booking and next actions. */
export default function SuccessScreen({ data: { result, own } }: { data: Shown }) {
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
      <dl className="facts">
        <div>
          <dt>{t('booking.event')}</dt>
          <dd>{result.title}</dd>
        </div>
        {own && (
          <>
            <div>
              <dt>{t('booking.when')}</dt>
              <dd>
                <When booking={own} />
              </dd>
            </div>
            <div>
              <dt>{t('booking.places')}</dt>
              <dd>{own.quantity}</dd>
            </div>
          </>
        )}
        <div>
          <dt>{t('booking.number')}</dt>
          <dd>{result.number}</dd>
        </div>
      </dl>
      {own && <Codes booking={own} />}
      <p className="result-links">
        {own && !waits && <CalendarLink booking={own} main />}
        {own && (
          <Link className="button button-quiet" to={manageUrl(own)}>
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
