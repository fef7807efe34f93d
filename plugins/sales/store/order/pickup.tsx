import { useT } from 'stoa/store'
import type { OrderView } from '../../api-types.ts'

/** Pickup place of an order, if there is one. */
export const Pickup = ({ order: { pickup } }: { order: OrderView }) => {
  const t = useT()
  if (!pickup) return null
  return (
    <section className="result-order">
      <h2>{t('sales.place')}</h2>
      <p>
        <strong>{pickup.name}</strong>
        <br />
        {pickup.address} <span className="muted">{pickup.hours}</span>
      </p>
    </section>
  )
}
