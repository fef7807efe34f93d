import { countryName, DocumentCard, useT } from 'stoa/admin'
import { fullName } from 'stoa/plugins/people/admin'
import { useMessages } from './messages.ts'
import type { Order } from './types.ts'

/** Buyer, comments and delivery address. */
export function People({ order }: { order: Order }) {
  const say = useMessages()
  const { language } = useT()
  const { shipping_address: to } = order
  const name = fullName(order.first_name, order.last_name)
  return (
    <>
      <DocumentCard title={say('customer')}>
        <p>{name || say('walkIn')}</p>
        {order.email && (
          <p>
            <a href={`mailto:${order.email}`}>{order.email}</a>
          </p>
        )}
        {order.phone && (
          <p className="num">
            <a href={`tel:+${order.country_code ?? ''}${order.phone}`}>
              +{order.country_code} {order.phone}
            </a>
          </p>
        )}
      </DocumentCard>
      {order.customer_note && (
        <DocumentCard title={say('note')}>
          <p className="doc-text">{order.customer_note}</p>
        </DocumentCard>
      )}
      {(to || order.shipping_title) && (
        <DocumentCard title={say('delivery')}>
          <p className="quiet">{order.shipping_title}</p>
          {to && (
            <>
              <p>{fullName(to.first_name, to.last_name)}</p>
              <p className="doc-text">{to.address}</p>
              <p>{[to.area, countryName(to.country, language)].filter(Boolean).join(', ')}</p>
              <p className="num">{to.contact_number}</p>
            </>
          )}
        </DocumentCard>
      )}
    </>
  )
}
