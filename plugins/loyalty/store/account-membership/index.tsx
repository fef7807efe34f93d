import { type ScreenContext, Link, useMoney, useShop, useT, useDay } from 'stoa/store'
import type { Membership, PointsPage, TierView } from '../../api-types.ts'
import { Book } from './book.tsx'
import { MemberCode } from './member-code.tsx'
import { Tiers } from './tiers.tsx'

interface Data {
  membership: Membership
  book: PointsPage
}

export const load = async ({ call, language }: ScreenContext): Promise<Data> => {
  const [membership, book] = await Promise.all([
    call.get<Membership>('/api/membership_tier', { language }),
    call.get<PointsPage>('/api/points', { language }),
  ])
  return { membership, book }
}

/** Membership page of the account: current tier, progress, points and the benefits of each tier. */
export default function MembershipTab({ data }: { data: Data | null }) {
  const t = useT()
  const day = useDay()
  if (!data) return <p>{t('loyalty.failed')}</p>
  const { membership, book } = data
  const tier = membership.tiers.find(({ id }) => id === membership.current?.id)
  return (
    <div className="loyalty">
      <div className="account-cards">
        <section className="account-card loyalty-card" style={tier ? { borderTopColor: tier.colour } : {}}>
          <h2 className="loyalty-tier">{tier ? tier.title : t('loyalty.none')}</h2>
          {membership.current && (
            <p className="muted small">
              {t('loyalty.since', { date: day(membership.current.since) })}
              {membership.current.expires_at && <> · {t('loyalty.until', { date: day(membership.current.expires_at) })}</>}
            </p>
          )}
          <Progress membership={membership} />
        </section>
        {membership.points && <Points points={membership.points} />}
        <MemberCode />
      </div>
      {membership.tiers.length > 0 && <Tiers membership={membership} />}
      <Book first={book} />
    </div>
  )
}

function Progress({ membership: { next, tiers, current } }: { membership: Membership }) {
  const t = useT()
  const money = useMoney()
  const { language } = useShop()
  const tier = tiers.find(({ id }) => id === next?.id)
  if (!next || !tier) return current ? <p className="muted small">{t('loyalty.top')}</p> : null
  const missing = Math.max(0, Number(next.need) - Number(next.have))
  return (
    <div className="loyalty-way">
      <progress className="loyalty-bar" max={100} value={next.percent} aria-label={tier.title} />
      <p className="small">
        {words(t, tier, {
          money: money(missing.toFixed(2)),
          count: Math.ceil(missing),
          shown: Math.ceil(missing).toLocaleString(language),
        })}
      </p>
    </div>
  )
}

type T = ReturnType<typeof useT>

const words = (t: T, tier: TierView, missing: { money: string; count: number; shown: string }): string =>
  // The threshold is reached already. The tier changes with the next settlement of an order.
  missing.count === 0
    ? t('loyalty.next_ready', { tier: tier.title })
    : tier.threshold_kind === 'spend'
      ? t('loyalty.next_spend', { missing: missing.money, tier: tier.title })
      : t(`loyalty.next_${tier.threshold_kind}`, { count: missing.count, tier: tier.title })

function Points({ points }: { points: NonNullable<Membership['points']> }) {
  const t = useT()
  const money = useMoney()
  const day = useDay()
  return (
    <section className="account-card">
      <h2>{t('loyalty.points')}</h2>
      <p className="loyalty-tier">{t('loyalty.balance', { count: points.balance })}</p>
      {points.balance < 0 && <p className="muted small">{t('loyalty.owing')}</p>}
      {points.spendable > 0 && Number(points.worth) > 0 && (
        <p className="muted small">{t('loyalty.worth', { worth: money(points.worth) })}</p>
      )}
      {points.ending && <p className="small">{t('loyalty.ending', { count: points.ending.points, date: day(points.ending.at) })}</p>}
      {points.spendable > 0 && (
        <p>
          <Link to="/redeem">{t('loyalty.redeem.go')}</Link>
        </p>
      )}
    </section>
  )
}
