import { RichText, useMoney, useShop, useT } from 'stoa/store'
import type { Membership, TierView } from '../../api-types.ts'

/** Threshold and benefits of each tier. */
export function Tiers({ membership: { tiers, current } }: { membership: Membership }) {
  const t = useT()
  return (
    <section className="account-part loyalty-tiers">
      <h2>{t('loyalty.tiers')}</h2>
      <ul>
        {tiers.map((tier) => (
          <li key={tier.id} className={tier.id === current?.id ? 'is-here' : undefined} style={{ borderInlineStartColor: tier.colour }}>
            <h3>
              {tier.title}
              {tier.id === current?.id && <span className="loyalty-here">{t('loyalty.here')}</span>}
            </h3>
            <Way tier={tier} />
            <Gets tier={tier} />
            {tier.benefits && <RichText html={tier.benefits} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Way({ tier }: { tier: TierView }) {
  const t = useT()
  const money = useMoney()
  const { language } = useShop()
  const need = Number(tier.threshold)
  if (need === 0) return <p className="muted small">{t('loyalty.for_all')}</p>
  const amount = tier.threshold_kind === 'spend' ? { amount: money(tier.threshold) } : { count: need.toLocaleString(language) }
  return (
    <p className="muted small">
      {t(`loyalty.from_${tier.threshold_kind}`, amount)}
      {tier.period_months !== null && <> {t('loyalty.months', { count: tier.period_months })}</>}
    </p>
  )
}

function Gets({ tier }: { tier: TierView }) {
  const t = useT()
  const money = useMoney()
  const lines = [
    Number(tier.discount_percent) > 0 && t('loyalty.off', { percent: tier.discount_percent }),
    Number(tier.earn_multiplier) > 1 && t('loyalty.times', { times: tier.earn_multiplier }),
    tier.free_shipping_from !== null && t('loyalty.free_from', { amount: money(tier.free_shipping_from) }),
    tier.birthday_points > 0 && t('loyalty.birthday', { count: tier.birthday_points }),
  ].filter((line): line is string => typeof line === 'string')
  if (lines.length === 0) return null
  return (
    <ul className="loyalty-gets">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
