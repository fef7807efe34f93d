import type { CountedDay } from './pay-days.ts'
import {
  multiplyRatio,
  percentRatio,
  type Ratio,
  roundQuantity,
  scaleRatio,
  sumQuantities,
  toAmount,
  toRateText,
  toRatio,
} from './ratio.ts'
import { BASE_CODE, type SalarySegment } from './salary-lines.ts'
import type { DayQuantity, HourQuantity, LineSource, PayDay, PayLine, PayRule } from './types.ts'

/** Lines of a rule that needs no average and no bands. `lines` are those computed so far. */
export function createRuleLines(rule: PayRule, segments: readonly SalarySegment[], lines: readonly PayLine[], currency: string): PayLine[] {
  switch (rule.basis) {
    case 'fixed':
      return [createFixedLine(rule, segments, currency)]
    case 'percent':
      return [createPercentLine(rule, lines, currency)]
    case 'per_day':
      return [createDayLine(rule, segments, currency)]
    case 'per_hour':
      return createHourLines(rule, segments, currency)
    default:
      return []
  }
}

type LineFigures = Pick<PayLine, 'quantity' | 'rate' | 'amount'>

/** A line of a rule from its figures and source. */
export const toRuleLine = (rule: PayRule, figures: LineFigures, source: LineSource): PayLine => ({
  code: rule.code,
  kind: rule.kind,
  ...figures,
  is_relevant: rule.is_relevant,
  is_wage: rule.is_wage,
  title: null,
  source,
})

function createFixedLine(rule: PayRule, segments: readonly SalarySegment[], currency: string): PayLine {
  const whole = toRatio(rule.amount ?? 0)
  const basisDays = segments[0]?.basisDays ?? 0
  const paid = sumQuantities(segments.flatMap(({ days }) => days.map((day) => day.paid)))
  const source = { type: 'rule', rule_id: rule.id, of: null, days: [] } as const
  if (!rule.is_prorated || basisDays === 0)
    return toRuleLine(rule, { quantity: null, rate: null, amount: rule.amount ?? 0 }, { ...source, days: [] })
  const figures = {
    quantity: paid,
    rate: toRateText(scaleRatio(whole, 1, basisDays)),
    amount: toAmount(scaleRatio(whole, paid, basisDays), currency),
  }
  return toRuleLine(rule, figures, { ...source, days: [] })
}

/** Earnings less deductions among lines that meet a condition. */
export const sumLines = (lines: readonly PayLine[], isCounted: (line: PayLine) => boolean): number =>
  lines
    .filter((line) => line.kind !== 'employer_cost' && isCounted(line))
    .reduce((sum, { kind, amount }) => sum + (kind === 'earning' ? amount : -amount), 0)

function createPercentLine(rule: PayRule, lines: readonly PayLine[], currency: string): PayLine {
  const of =
    rule.percent_of === 'base'
      ? sumLines(lines, ({ code, source }) => code === BASE_CODE && source.type !== 'adjustment')
      : rule.percent_of === 'gross'
        ? sumLines(lines, ({ kind }) => kind === 'earning')
        : sumLines(lines, ({ is_relevant }) => is_relevant)
  const amount = Math.max(0, toAmount(percentRatio(toRatio(of), rule.factor), currency))
  return toRuleLine(rule, { quantity: null, rate: null, amount }, { type: 'rule', rule_id: rule.id, of, days: [] })
}

const dayCounts: Readonly<Record<DayQuantity, (counted: CountedDay) => number>> = {
  payment_days: ({ paid }) => paid,
  worked_days: ({ day }) => Math.max(0, day.work - sumQuantities(day.leaves.map(({ fraction }) => fraction)) - day.absent),
  unpaid_days: ({ unpaid }) => unpaid,
  absent_days: ({ absent }) => absent,
}

function createDayLine(rule: PayRule, segments: readonly SalarySegment[], currency: string): PayLine {
  const days = segments
    .flatMap((segment) => segment.days)
    .map((counted) => ({ date: counted.day.date, quantity: roundQuantity(dayCounts[rule.day_quantity](counted)), ref: counted.day.ref }))
    .filter(({ quantity }) => quantity > 0)
  const quantity = sumQuantities(days.map((day) => day.quantity))
  const rate = toRatio(rule.amount ?? 0)
  const figures = { quantity, rate: toRateText(rate), amount: toAmount(scaleRatio(rate, quantity), currency) }
  return toRuleLine(rule, figures, { type: 'rule', rule_id: rule.id, of: null, days })
}

const hourCounts: Readonly<Record<HourQuantity, (day: PayDay) => number>> = {
  overtime_hours: ({ overtimeMinutes }) => overtimeMinutes,
  worked_hours: ({ workedMinutes }) => workedMinutes,
  late_hours: ({ lateMinutes }) => lateMinutes,
}

/** Hours are counted in minutes, so that 100 minutes are paid exactly. Each salary of the period has its own hourly rate. */
function createHourLines(rule: PayRule, segments: readonly SalarySegment[], currency: string): PayLine[] {
  return segments.flatMap((segment) => {
    const minutes = segment.days
      .map(({ day }) => ({ date: day.date, quantity: hourCounts[rule.hour_quantity](day), ref: day.ref }))
      .filter(({ quantity }) => quantity > 0)
    const total = sumQuantities(minutes.map(({ quantity }) => quantity))
    const hour = multiplyRatio(rule.amount === null ? segment.hourlyRate : toRatio(rule.amount), rule.factor)
    const toHours = (value: number): number => roundQuantity(value / 60)
    const figures = { quantity: toHours(total), rate: toRateText(hour), amount: toAmount(divideByHour(hour, total), currency) }
    const days = minutes.map((day) => ({ ...day, quantity: toHours(day.quantity) }))
    return toRuleLine(rule, figures, { type: 'rule', rule_id: rule.id, of: null, days })
  })
}

const divideByHour = (hour: Ratio, minutes: number): Ratio => scaleRatio(hour, minutes, 60)
