import { Callout } from '@blueprintjs/core'
import { amountText, Chart, type ChartSpec } from 'stoa/admin'
import { formatMoney } from 'stoa/money'
import { checkTiers, type TierProblem } from '../domain/check-tiers.ts'
import { getTierCurve } from '../domain/tier-curve.ts'
import type { Tier, TierMethod } from '../domain/types.ts'
import { useMessages } from './messages.ts'

interface TierPreviewProps {
  method: TierMethod
  tiers: readonly Tier[]
  currency: string
}

/** The commission by sales of a period as a curve, and what is odd about it. */
export function TierPreview({ method, tiers, currency }: TierPreviewProps) {
  const say = useMessages()
  const problems = checkTiers(method, tiers)
  if (problems.some(({ level }) => level === 'error')) return <p className="quiet">{say('no_curve')}</p>
  const text = (minor: number) => amountText(formatMoney(minor), currency)
  const points = getTierCurve(method, tiers, currency)
  const spec: ChartSpec = {
    kind: 'line',
    labels: points.map(({ base }) => text(base)),
    series: [{ name: say('commission'), data: points.map(({ amount }) => amount / 100) }],
  }
  const describe = (problem: TierProblem): string => {
    if (problem.code !== 'pays_less') return say('lower_percent', { n: problem.index + 1 })
    const from = text(problem.from)
    return problem.to === null ? say('pays_less_always', { from }) : say('pays_less', { from, to: text(problem.to) })
  }
  return (
    <>
      <Chart
        spec={spec}
        title={say('curve')}
        labelTitle={say('sold')}
        format={(value) => amountText(formatMoney(Math.round(value * 100)), currency)}
        height={260}
      />
      {problems.length > 0 && (
        <Callout intent="warning">
          {problems.map((problem) => (
            <p key={problem.index}>{describe(problem)}</p>
          ))}
        </Callout>
      )}
    </>
  )
}
