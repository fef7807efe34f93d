import { Card } from '@blueprintjs/core'
import { useT } from '../../../../ui-admin/src/kit/index.ts'
import { countryName } from './country.ts'
import { useTexts } from './texts.ts'
import type { Order } from './types.ts'

/** Who ordered, what they said, and where it goes. */
export function People({ order }: { order: Order }) {
  const say = useTexts()
  const { language } = useT()
  const { shipping_address: to } = order
  const name = [order.first_name, order.last_name].filter(Boolean).join(' ')
  return (
    <>
      <Card compact>
        <h2>{say('customer')}</h2>
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
      </Card>
      {order.customer_note && (
        <Card compact>
          <h2>{say('note')}</h2>
          <p className="order-text">{order.customer_note}</p>
        </Card>
      )}
      {(to || order.shipping_title) && (
        <Card compact>
          <h2>{say('delivery')}</h2>
          <p className="quiet">{order.shipping_title}</p>
          {to && (
            <>
              <p>
                {to.first_name} {to.last_name}
              </p>
              <p className="order-text">{to.address}</p>
              <p>{[to.area, countryName(to.country, language)].filter(Boolean).join(', ')}</p>
              <p className="num">{to.contact_number}</p>
            </>
          )}
        </Card>
      )}
    </>
  )
}
