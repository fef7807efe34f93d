import { Link, OfferCard, plainText, RichText, useMoney, useShop, type HeadInfo, type ScreenContext } from 'stoa/store'
import type { CategoryCard, CategoryPage, EventCard } from '../../api-types.ts'
import { lengthWords } from '../shared/facts.tsx'

interface PageData {
  /** Null on the page of all events. */
  category: CategoryPage | null
  events: EventCard[]
  categories: CategoryCard[]
}

export const load = async ({ call, params, language }: ScreenContext): Promise<PageData> => {
  const categories = call.get<{ data: CategoryCard[] }>('/api/event_category', { language })
  if (!params.url) {
    const [all, { data }] = await Promise.all([call.get<{ data: EventCard[] }>('/api/event', { language }), categories])
    return { category: null, events: all.data, categories: data }
  }
  const [category, { data }] = await Promise.all([
    call.post<CategoryPage>('/api/event_category', { url: params.url, language }),
    categories,
  ])
  return { category, events: category.events, categories: data }
}

export const head = ({ category, events }: PageData, { t }: ScreenContext): HeadInfo => ({
  title: category ? category.meta_title || category.title : t('booking.events'),
  description: category ? category.meta_short_description || plainText(category.short_description) : t('booking.events_text'),
  path: category ? `/event/category/${category.url}` : '/event',
  image: category?.image ?? events[0]?.image ?? null,
})

const Card = ({ event }: { event: EventCard }) => {
  const { t } = useShop()
  const money = useMoney()
  return (
    <OfferCard
      to={`/event/detail/${event.url}`}
      image={event.image}
      seed={event.id}
      title={event.title}
      text={event.short_description}
      facts={
        <>
          <strong>{Number(event.price) === 0 ? t('booking.free') : money(event.price)}</strong>
          {event.kind !== 'day' && <span>{lengthWords(t, event.duration)}</span>}
          {event.location && <span>{event.location}</span>}
        </>
      }
    />
  )
}

/** Bookable events: all, or of a category. */
export default function EventsScreen({ data: { category, events, categories } }: { data: PageData }) {
  const { t } = useShop()
  return (
    <section className="page events">
      <h1>{category?.title ?? t('booking.events')}</h1>
      {category?.short_description && <RichText className="lead" html={category.short_description} />}
      {categories.length > 1 && (
        <nav className="event-tabs" aria-label={t('booking.categories')}>
          <Link to="/event" aria-current={category ? undefined : 'page'}>
            {t('booking.all')}
          </Link>
          {categories.map(({ url, title }) => (
            <Link key={url} to={`/event/category/${url}`} aria-current={category?.url === url ? 'page' : undefined}>
              {title}
            </Link>
          ))}
        </nav>
      )}
      {events.length === 0 ? (
        <p>{t('booking.no_events')}</p>
      ) : (
        <ul className="offer-cards">
          {events.map((event) => (
            <Card key={event.id} event={event} />
          ))}
        </ul>
      )}
    </section>
  )
}
