import { useShop, Timestamp } from 'stoa/store'
import type { OrderView } from 'stoa/plugins/sales'
import type { ShopperParcels } from '../api-types.ts'

interface Props {
  data?: unknown
  about?: { order: OrderView & ShopperParcels }
}

/** Shipments of an order with tracking links, and pickups. */
export default function Parcels({ about }: Props) {
  const { t } = useShop()
  const order = about?.order
  if (!order || order.shipments.length === 0) return null
  return (
    <section className="result-order">
      <h2>{t('fulfilment.parcels')}</h2>
      <ul className="order-parcels">
        {order.shipments.map((s) => (
          <li key={s.number}>
            <p>
              <strong>{s.collect && !s.shipped_at ? t('fulfilment.ready') : s.status_label}</strong>{' '}
              {s.shipped_at && (
                <span className="muted small">
                  <Timestamp at={s.shipped_at} />
                </span>
              )}
            </p>
            <p className="small">{s.lines.map((l) => `${l.name} ×\u00a0${l.quantity}`).join(', ')}</p>
            {(s.carrier_name || s.tracking_number) && (
              <p className="muted small">{[s.carrier_name, s.tracking_number].filter(Boolean).join(' · ')}</p>
            )}
            {s.tracking_url && (
              <p>
                <a href={s.tracking_url} target="_blank" rel="noreferrer">
                  {t('fulfilment.follow_parcel')}
                </a>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
