import { Link, useMoney, useShop, Timestamp, type ScreenContext } from 'stoa/store'
import type { OrderSummary } from '../../api-types.ts'

export const load = ({ call, language }: ScreenContext): Promise<OrderSummary[]> => call.get<OrderSummary[]>('/api/order', { language })

/** The customer's orders, newest first. */
export default function OrdersTab({ data }: { data: OrderSummary[] | null }) {
  const { t } = useShop()
  const money = useMoney()
  if (!data || data.length === 0)
    return (
      <>
        <p className="muted">{t('sales.account.no_orders')}</p>
        <p>
          <Link className="button" to="/">
            {t('sales.cart.go_on')}
          </Link>
        </p>
      </>
    )
  return (
    <ul className="account-orders">
      {data.map((o) => (
        <li key={o.id}>
          <Link to={`/order/view/${encodeURIComponent(o.order_number)}`}>
            <strong>{o.order_number}</strong>
            <span className="muted small">
              <Timestamp at={o.placed_at} />
            </span>
            <span>{o.status_label}</span>
            <span className="account-orders-sum">{money(o.total, o.currency)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
