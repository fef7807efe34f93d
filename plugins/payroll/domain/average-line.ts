import { type AverageWage, findAverageWage } from './average-wage.ts'
import type { CountedDay } from './pay-days.ts'
import { addRatios, type Ratio, scaleRatio, sumQuantities, toAmount, toRateText, toRatio } from './ratio.ts'
import { toRuleLine } from './rule-lines.ts'
import type { AverageCover, SalarySegment } from './salary-lines.ts'
import type { DayPartSource, PayLine, PayRule, PayslipInput } from './types.ts'

/** Which absences the rules by average pay in this period. */
export const findAverageCover = (rules: readonly PayRule[]): AverageCover => {
  const averages = rules.filter(({ basis }) => basis === 'average')
  return {
    leave: averages.some(({ covers_leave }) => covers_leave),
    holidays: averages.some(({ covers_holidays }) => covers_holidays),
  }
}

/** Paid parts of absences that a rule covers. */
function listCovered({ day }: CountedDay, rule: Pick<PayRule, 'covers_leave' | 'covers_holidays'>): DayPartSource[] {
  const leaves = rule.covers_leave ? day.leaves.map(({ date, fraction, paid, ref }) => ({ date, fraction: fraction * paid, ref })) : []
  const holidays = rule.covers_holidays ? [{ date: day.date, fraction: day.paidHoliday, ref: null }] : []
  return [...leaves, ...holidays].filter(({ fraction }) => fraction > 0)
}

/**
 * Pay of absences by the average daily wage, less what the salary pays for the same days; undefined when the salary pays as much. Before
 * anything was paid, daily and hourly salaries pay their rate.
 * Source: Employment Ordinance (Cap. 57) sections 35, 41 and 41C.
 */
export function createAverageLine(rule: PayRule, segments: readonly SalarySegment[], input: PayslipInput): PayLine | undefined {
  if (input.continuousWeeks < rule.continuity_weeks) return undefined
  const average = findAverageWage(input.earlier, input.period.start)
  let due = toRatio(0)
  let paid = toRatio(0)
  const covered: DayPartSource[] = []
  for (const segment of segments)
    for (const counted of segment.days) {
      const parts = listCovered(counted, rule)
      const fraction = sumQuantities(parts.map((part) => part.fraction))
      covered.push(...parts)
      due = addRatios(due, scaleRatio(getDailyRate(average, segment, counted), fraction))
      // A day of a monthly salary counts no more than its cap: a rest day within leave is not paid by work days.
      if (segment.salary.pay_type === 'monthly') paid = addRatios(paid, scaleRatio(segment.unitRate, Math.min(fraction, counted.cap)))
    }
  const paidAmount = toAmount(paid, input.currency)
  const amount = toAmount(due, input.currency) - paidAmount
  if (amount <= 0) return undefined
  const days = sumQuantities(covered.map(({ fraction }) => fraction))
  return toRuleLine(
    rule,
    { quantity: days, rate: toRateText(scaleRatio(due, 1, days)), amount },
    {
      type: 'average',
      rule_id: rule.id,
      wages: average?.wages ?? 0,
      days: average?.days ?? 0,
      payslip_ids: average?.payslipIds ?? [],
      covered,
      paid: paidAmount,
    },
  )
}

function getDailyRate(average: AverageWage | undefined, { salary, unitRate }: SalarySegment, { day }: CountedDay): Ratio {
  if (average) return scaleRatio(toRatio(average.wages), 1, average.days)
  return salary.pay_type === 'hourly' ? scaleRatio(unitRate, day.minutes, 60) : unitRate
}
