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
      {data.map((redemption) => (
        <li key={redemption.id}>
          <Link to={`/order/view/${encodeURIComponent(redemption.order_number)}`}>
            <strong>
              {redemption.quantity} × {[redemption.name, redemption.options].filter(Boolean).join(' · ')}
            </strong>
            <span className="muted small">{day(redemption.created_at)}</span>
            <span>{redemption.status_label}</span>
            <span className="account-orders-sum">
              {redemption.returned ? (
                <s>{t('loyalty.balance', { count: redemption.points })}</s>
              ) : (
                t('loyalty.balance', { count: redemption.points })
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
