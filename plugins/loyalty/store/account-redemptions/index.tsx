import { Link, type ScreenContext, useT, useDay } from 'stoa/store'
import type { OwnRedemption } from '../../api-types.ts'

export const load = async ({ call, language }: ScreenContext): Promise<OwnRedemption[]> =>
  (await call.get<{ data: OwnRedemption[] }>('/api/redemption', { language })).data

/** Redemptions of the customer, newest first. */
export default function RedemptionsTab({ data }: { data: OwnRedemption[] | null }) {
  const t = useT()
  const day = useDay()
  if (!data) return <p>{t('loyalty.failed')}</p>
  if (data.length === 0)
    return (
      <div className="empty-state">
        <p>{t('loyalty.redeem.no_own')}</p>
        <Link className="button" to="/redeem">
          {t('loyalty.redeem.title')}
        </Link>
      </div>
    )
  return (
    <ul className="account-orders">
      {data.map((one) => (
        <li key={one.id}>
          <Link to={`/order/view/${encodeURIComponent(one.order_number)}`}>
            <strong>
              {one.quantity} × {[one.name, one.options].filter(Boolean).join(' · ')}
            </strong>
            <span className="muted small">{day(one.created_at)}</span>
            <span>{one.status_label}</span>
            <span className="account-orders-sum">
              {one.returned ? <s>{t('loyalty.balance', { count: one.points })}</s> : t('loyalty.balance', { count: one.points })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
