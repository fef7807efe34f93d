import { OfferCard, useMoney, useShop, type HeadInfo, type ScreenContext } from 'stoa/store'
import type { ServiceCard, ServiceList } from '../../api-types.ts'

export const load = ({ call, language }: ScreenContext): Promise<ServiceList> => call.get<ServiceList>('/api/service', { language })

export const head = ({ data }: ServiceList, { t }: ScreenContext): HeadInfo => ({
  title: t('service.services'),
  description: t('service.services_text'),
  path: '/service',
  image: data[0]?.image ?? null,
})

const Card = ({ service }: { service: ServiceCard }) => {
  const { t } = useShop()
  const money = useMoney()
  return (
    <OfferCard
      to={`/service/${service.url}`}
      image={service.image}
      seed={service.id}
      title={service.name}
      text={service.short_description}
      facts={
        <>
          {service.price !== null && (
            <strong>{Number(service.price) === 0 ? t('service.free') : t('service.from', { amount: money(service.price) })}</strong>
          )}
          {service.needs_approval && <span className="muted">{t('service.looked_at')}</span>}
        </>
      }
    />
  )
}

/** List of services with an application form. */
export default function ServicesScreen({ data: { data } }: { data: ServiceList }) {
  const { t } = useShop()
  return (
    <section className="page">
      <h1>{t('service.services')}</h1>
      {data.length === 0 ? (
        <p>{t('service.none')}</p>
      ) : (
        <ul className="offer-cards">
          {data.map((service) => (
            <Card key={service.id} service={service} />
          ))}
        </ul>
      )}
    </section>
  )
}
