import { maxDate } from 'stoa/calendar-date'
import { createAdjustmentLines } from './adjustments.ts'
import { createAverageLine, findAverageCover } from './average-line.ts'
import { computeContributions } from './contributions.ts'
import { countDisregarded } from './disregarded.ts'
import { roundQuantity, sumQuantities } from './ratio.ts'
import { createRuleLines, sumLines } from './rule-lines.ts'
import { type AverageCover, createSalaryLines, type SalarySegment, splitBySalary } from './salary-lines.ts'
import type { PayItem, PayLine, PayRule, Payslip, PayslipInput } from './types.ts'

/** Computes a payslip. The same input gives the same payslip. Source: specification backoffice 2.9. */
export function computePayslip(given: PayslipInput): Payslip {
  const earlier = given.earlier.toSorted((one, two) => one.end.localeCompare(two.end))
  const input = { ...given, earlier, rules: findRules(given) }
  const cover = findAverageCover(input.rules)
  const segments = splitBySalary(input)
  const lines = createLines(input, segments, cover)
  const relevantIncome = Math.max(
    0,
    sumLines(lines, ({ is_relevant }) => is_relevant),
  )
  const contributions = computeContributions({ ...input, rules: input.rules.filter(({ basis }) => basis === 'bands') }, relevantIncome)
  lines.push(...contributions.lines, ...createCarriedLines(earlier))
  const net = sumLines(lines, () => true)
  // The net is never negative: what is missing is deducted from the next payslip.
  if (net < 0) lines.push(createCarryLine(net, null))
  const disregarded = countDisregarded(segments, cover, lines)
  const paidWages = sumLines(lines, ({ is_wage }) => is_wage)
  return {
    ...countPayslipDays(segments),
    gross: sumKind(lines, 'earning'),
    deductions: sumKind(lines, 'deduction'),
    employer_cost: sumKind(lines, 'employer_cost'),
    net: Math.max(0, net),
    relevant_income: relevantIncome,
    average_wages: paidWages - disregarded.wages,
    average_days: roundQuantity(segments.flatMap(({ days }) => days).length - disregarded.days),
    postponed: contributions.postponed,
    carried_forward: Math.max(0, -net),
    lines,
  }
}

/** The versions of rules in effect when the period begins, or when the employment does. */
function findRules({ rules, period, employment }: PayslipInput): PayRule[] {
  const date = maxDate(period.start, employment.joinDate)
  return rules
    .filter(({ effective_from, effective_to }) => effective_from <= date && (effective_to === null || date <= effective_to))
    .toSorted((one, two) => one.order - two.order || one.id - two.id)
}

/** All lines but contributions: salary, earnings by rules, items, adjustments, then what rules deduct or the employer pays. */
function createLines(input: PayslipInput, segments: readonly SalarySegment[], cover: AverageCover): PayLine[] {
  const { rules, items, currency } = input
  const lines = createSalaryLines(segments, input, cover)
  const add = (rule: PayRule): void => {
    const average = rule.basis === 'average' ? createAverageLine(rule, segments, input) : undefined
    const created = average ? [average] : createRuleLines(rule, segments, lines, currency)
    lines.push(...created.filter(({ amount }) => amount !== 0))
  }
  for (const rule of rules.filter(({ kind }) => kind === 'earning')) add(rule)
  lines.push(...items.map(toItemLine))
  for (const adjustment of input.adjustments) lines.push(...createAdjustmentLines(adjustment))
  for (const rule of rules.filter(({ kind, basis }) => kind !== 'earning' && basis !== 'bands')) add(rule)
  return lines
}

const toItemLine = ({ code, kind, amount, is_relevant, is_wage, ref, title }: PayItem): PayLine => ({
  code,
  kind,
  quantity: null,
  rate: null,
  amount,
  is_relevant,
  is_wage,
  title,
  source: { type: 'item', ref },
})

/** Code of the line that moves a negative net to the next payslip. */
export const CARRIED_CODE = 'carried_forward'

const createCarryLine = (amount: number, payslipId: number | null): PayLine => ({
  code: CARRIED_CODE,
  kind: 'deduction',
  quantity: null,
  rate: null,
  amount,
  is_relevant: false,
  is_wage: false,
  title: null,
  source: { type: 'carried_forward', payslip_id: payslipId },
})

/** What the payslip before could not deduct. */
function createCarriedLines(earlier: PayslipInput['earlier']): PayLine[] {
  const last = earlier.at(-1)
  return last && last.carried_forward > 0 ? [createCarryLine(last.carried_forward, last.id)] : []
}

const sumKind = (lines: readonly PayLine[], kind: PayLine['kind']): number =>
  lines.filter((line) => line.kind === kind).reduce((sum, { amount }) => sum + amount, 0)

function countPayslipDays(segments: readonly SalarySegment[]) {
  const days = segments.flatMap((segment) => segment.days)
  return {
    working_days: segments[0]?.basisDays ?? 0,
    payment_days: sumQuantities(days.map(({ paid }) => paid)),
    paid_leave_days: sumQuantities(days.map(({ paidLeave }) => paidLeave)),
    unpaid_days: sumQuantities(days.map(({ unpaid }) => unpaid)),
    absent_days: sumQuantities(days.map(({ absent }) => absent)),
    overtime_min: days.reduce((sum, { day }) => sum + day.overtimeMinutes, 0),
  }
}
