import { useId, useState } from 'react'
import {
  Link,
  Picture,
  plainText,
  RichText,
  Slots,
  Stepper,
  useShop,
  wholeNumber,
  type HeadInfo,
  type ScreenContext,
  type SlotData,
} from 'stoa/store'
import type { EventPage } from '../../api-types.ts'
import { Facts } from '../shared/facts.tsx'
import { type Chosen, Picker } from '../shared/picker.tsx'
import { Details } from './details.tsx'
import { PlainBooking } from './plain-booking.tsx'
import { Waiting } from './waitlist-form.tsx'

interface EventData {
  event: EventPage
  /** Components of other plugins on the page. */
  slots: SlotData
}

export const load = async ({ call, params, search, language, loadSlots }: ScreenContext): Promise<EventData> => {
  const [event, slots] = await Promise.all([
    call.post<EventPage>('/api/event', {
      url: params.url,
      language,
      ...(search.preview ? { preview: search.preview } : {}),
      ...(search.problems ? { problems: search.problems } : {}),
    }),
    loadSlots('event.details'),
  ])
  return { event, slots }
}

export const head = ({ event }: EventData, { bootstrap, prefix }: ScreenContext): HeadInfo => ({
  title: event.meta_title || event.title,
  description: event.meta_short_description || plainText(event.short_description),
  path: `/event/detail/${event.url}`,
  ...(event.preview === '' && event.problems === undefined ? {} : { noindex: true }),
  image: event.image,
  jsonLd: [
    {
      '@type': 'Service',
      name: event.title,
      description: plainText(event.short_description),
      url: `${bootstrap.origin}${prefix}/event/detail/${event.url}`,
      ...(event.location ? { areaServed: event.location } : {}),
      offers: { '@type': 'Offer', price: event.price },
    },
  ],
})

/** A free booking works without JavaScript, unless a file is required. */
const takesPlain = ({ price, preview, form }: EventPage): boolean =>
  Number(price) === 0 &&
  preview === '' &&
  !form?.tabs.some(({ fields }) => fields.some(({ type, required }) => type === 'file' && required))

/** Event page: choose a day and time, and enter guest data. */
export default function EventScreen({ data: { event, slots } }: { data: EventData }) {
  const { t } = useShop()
  const id = useId()
  const [places, setPlaces] = useState('1')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [round, setRound] = useState(0)
  const requestedQuantity = wholeNumber(places)
  const quantity = Number.isNaN(requestedQuantity) ? 1 : Math.min(Math.max(1, requestedQuantity), event.max_quantity)
  return (
    <article className="page event">
      {event.preview !== '' && <p className="note">{t('booking.preview')}</p>}
      {event.category && (
        <p className="small">
          <Link to={`/event/category/${event.category.url}`}>{event.category.title}</Link>
        </p>
      )}
      <div className="event-top">
        <div>
          <h1>{event.title}</h1>
          {event.short_description && <RichText className="lead" html={event.short_description} />}
          <a className="button event-jump" href="#choose-time">
            {t('booking.choose')}
          </a>
        </div>
        <div className="event-about">
          <Picture
            path={event.image}
            alt=""
            seed={event.id}
            name={event.title}
            first
            sizes="(width >= 900px) 400px, 92vw"
            width={480}
            height={320}
          />
          <Facts event={event} />
        </div>
        <section className="event-book" aria-label={t('booking.book')}>
          <h2 id="choose-time" tabIndex={-1}>
            {t('booking.choose')}
          </h2>
          {event.max_quantity > 1 && (
            <div className="event-places">
              <label htmlFor={id}>{t('booking.places')}</label>
              <Stepper
                id={id}
                value={places}
                labels={{ field: t('booking.places'), less: t('booking.less'), more: t('booking.more') }}
                onChange={(value) => {
                  setPlaces(value)
                  setChosen(null)
                }}
                onCommit={(value) => setPlaces(String(Math.min(Math.max(1, wholeNumber(value) || 1), event.max_quantity)))}
              />
              <span className="muted small">{t('booking.at_most', { count: event.max_quantity })}</span>
            </div>
          )}
          {takesPlain(event) && (
            <noscript>
              <PlainBooking event={event} />
            </noscript>
          )}
          <Picker event={event} plain={takesPlain(event)} quantity={quantity} chosen={chosen} onChoose={setChosen} round={round} />
          {chosen && event.preview === '' && (
            <Details
              key={chosen.starts_at}
              event={event}
              chosen={chosen}
              quantity={quantity}
              onUnavailable={() => setRound((n) => n + 1)}
            />
          )}
          <Waiting key={`full ${round}`} event={event} quantity={quantity} />
        </section>
      </div>
      {event.content && <RichText className="rich event-text" html={event.content} />}
      <Slots at="event.details" data={slots} about={event} />
    </article>
  )
}
