import { roundQuantity, scaleRatio, sumQuantities, toRatio } from './ratio.ts'
import { type AverageCover, type SalarySegment } from './salary-lines.ts'
import type { PayLine } from './types.ts'

/**
 * Days of leave that were not paid in full, and the wages paid for them, which averages disregard.
 * Source: Employment Ordinance (Cap. 57) section 41(3).
 */
export function countDisregarded(
  segments: readonly SalarySegment[],
  cover: AverageCover,
  lines: readonly PayLine[],
): { days: number; wages: number } {
  let days = 0
  let wages = 0
  const dates = new Set<string>()
  for (const { salary, days: counted, unitRate } of segments)
    for (const { day, cap } of counted)
      for (const { fraction, paid } of day.leaves) {
        if (paid >= 1) continue
        days += fraction
        dates.add(day.date)
        if (salary.pay_type !== 'monthly' && cover.leave) continue
        const units = salary.pay_type === 'hourly' ? (fraction * paid * day.minutes) / 60 : Math.min(cap, fraction) * paid
        const { top, bottom } = scaleRatio(unitRate, roundQuantity(units))
        wages += Math.round(Number(top) / Number(bottom))
      }
  return { days: roundQuantity(days), wages: wages + lines.reduce((sum, line) => sum + getDisregardedPart(line, dates), 0) }
}

/** The part of a line by average that pays days with part-paid leave. */
function getDisregardedPart({ source, amount }: PayLine, dates: ReadonlySet<string>): number {
  if (source.type !== 'average') return 0
  const all = sumQuantities(source.covered.map(({ fraction }) => fraction))
  const part = sumQuantities(source.covered.filter(({ date, ref }) => ref !== null && dates.has(date)).map(({ fraction }) => fraction))
  const { top, bottom } = scaleRatio(toRatio(amount), part, all)
  return Math.round(Number(top) / Number(bottom))
}
