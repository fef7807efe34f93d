import { useShop } from '../../../../ui-store/src/kit/index.ts'
import type { OrderView } from '../../wire.ts'
import { When } from '../shared/when.tsx'

/** Parcels with the way to follow them, and what waits to be collected. */
export const Parcels = ({ order }: { order: OrderView }) => {
  const { t } = useShop()
  if (order.shipments.length === 0 && !order.pickup) return null
  return (
    <section className="result-order">
      <h2>{t('sales.order.parcels')}</h2>
      {order.pickup && (
        <p>
          <strong>{order.pickup.name}</strong>
          <br />
          {order.pickup.address} <span className="muted">{order.pickup.hours}</span>
        </p>
      )}
      <ul className="order-parcels">
        {order.shipments.map((s) => (
          <li key={s.number}>
            <p>
              <strong>{s.collect && !s.shipped_at ? t('sales.order.ready') : s.status_label}</strong>{' '}
              {s.shipped_at && (
                <span className="muted small">
                  <When at={s.shipped_at} />
                </span>
              )}
            </p>
            <p className="small">{s.lines.map((l) => `${l.name} × ${l.quantity}`).join(', ')}</p>
            {(s.carrier_name || s.tracking_number) && (
              <p className="muted small">{[s.carrier_name, s.tracking_number].filter(Boolean).join(' · ')}</p>
            )}
            {s.tracking_url && (
              <p>
                <a href={s.tracking_url} target="_blank" rel="noreferrer">
                  {t('sales.order.follow_parcel')}
                </a>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
