import { addDays, maxDate, minDate } from 'stoa/calendar-date'
import { averageMinutes, type CountedDay, countDay, listAbsent, listUnpaid } from './pay-days.ts'
import { monthShares } from './periods.ts'
import { type Ratio, roundQuantity, scaleRatio, sumQuantities, toAmount, toRateText, toRatio } from './ratio.ts'
import type { PayLine, PayslipInput, Salary } from './types.ts'

/** Which absences rules by average pay, so that daily and hourly salaries do not. */
export interface AverageCover {
  leave: boolean
  holidays: boolean
}

/** The days of a period on which one salary is in effect. */
export interface SalarySegment {
  salary: Salary
  from: string
  to: string
  days: CountedDay[]
  /** Days that a monthly salary is divided by. */
  basisDays: number
  /** Amount of the base for one day, or for one hour of an hourly salary, in the period. */
  unitRate: Ratio
  /** Amount of an hour of work, without a factor. */
  hourlyRate: Ratio
}

/** Splits a period at the dates on which the salary changes. */
export function splitBySalary({ period, salaries, days, dayBasis, frequency }: PayslipInput): SalarySegment[] {
  const counted = days.map((day) => countDay(day, dayBasis))
  const basisDays = sumQuantities(counted.map(({ cap }) => cap))
  const minutes = averageMinutes(days)
  const [share, parts] = monthShares[frequency]
  return salaries.flatMap((salary, index) => {
    const next = salaries[index + 1]
    const from = maxDate(period.start, salary.effective_from)
    const to = next ? minDate(period.end, addDays(next.effective_from, -1)) : period.end
    if (from > to) return []
    const base = toRatio(salary.base_amount)
    const unitRate = salary.pay_type === 'monthly' ? scaleRatio(scaleRatio(base, share, parts), 1, basisDays || 1) : base
    return {
      salary,
      from,
      to,
      days: counted.filter(({ day }) => day.isEmployed && day.date >= from && day.date <= to),
      basisDays,
      unitRate,
      hourlyRate: salary.pay_type === 'hourly' ? base : scaleRatio(unitRate, 60, minutes),
    }
  })
}

/** What an hourly or daily salary counts of a day: hours or days. Absences count only where no rule by average pays them. */
export function countWorked({ salary }: SalarySegment, { day }: CountedDay, cover: AverageCover): number {
  const leave = sumQuantities(day.leaves.map(({ fraction }) => fraction))
  const paidLeave = cover.leave ? 0 : sumQuantities(day.leaves.map(({ fraction, paid }) => fraction * paid))
  const absence = paidLeave + (cover.holidays ? 0 : day.paidHoliday)
  if (salary.pay_type === 'hourly') return roundQuantity((day.workedMinutes + absence * day.minutes) / 60)
  return roundQuantity(Math.max(0, day.work - leave - day.absent) + absence)
}

const wages = { is_relevant: true, is_wage: true, title: null } as const

/** The lines of the salary and its allowances, for each part of the period with its own salary. Specification: People who work here. */
export function createSalaryLines(segments: readonly SalarySegment[], input: PayslipInput, cover: AverageCover): PayLine[] {
  return segments.flatMap((segment, index) => {
    const { salary } = segment
    const allowances = salary.allowances.flatMap((allowance) => {
      if (!allowance.is_prorated && index < segments.length - 1) return []
      const line = createMonthlyLine(segment, input, allowance)
      return { ...line, code: allowance.code, is_relevant: allowance.is_relevant }
    })
    const base =
      salary.pay_type === 'monthly'
        ? createMonthlyLine(segment, input, { amount: salary.base_amount, is_prorated: true })
        : createWorkedLine(segment, input, cover)
    return [base, ...allowances].filter(({ amount }) => amount !== 0)
  })
}

/** A monthly amount by days. One that is not prorated is paid whole. */
function createMonthlyLine(
  { salary, from, to, days, basisDays }: SalarySegment,
  { frequency, currency }: PayslipInput,
  { amount: base, is_prorated }: { amount: number; is_prorated: boolean },
): PayLine {
  const [share, parts] = monthShares[frequency]
  const whole = scaleRatio(toRatio(base), share, parts)
  const payment_days = is_prorated ? sumQuantities(days.map(({ paid }) => paid)) : basisDays
  const ratio = basisDays === 0 ? toRatio(0) : scaleRatio(whole, payment_days, basisDays)
  return {
    ...wages,
    code: BASE_CODE,
    kind: 'earning',
    quantity: payment_days,
    rate: basisDays === 0 ? null : toRateText(scaleRatio(whole, 1, basisDays)),
    amount: toAmount(ratio, currency),
    source: {
      type: 'salary',
      salary_id: salary.id,
      from,
      to,
      base,
      basis_days: basisDays,
      payment_days,
      unpaid: is_prorated ? listUnpaid(days) : [],
      absent: is_prorated ? listAbsent(days) : [],
    },
  }
}

function createWorkedLine(segment: SalarySegment, { currency }: PayslipInput, cover: AverageCover): PayLine {
  const { salary, from, to } = segment
  const days = segment.days
    .map((counted) => ({ date: counted.day.date, quantity: countWorked(segment, counted, cover), ref: counted.day.ref }))
    .filter(({ quantity }) => quantity > 0)
  const quantity = sumQuantities(days.map((day) => day.quantity))
  return {
    ...wages,
    code: BASE_CODE,
    kind: 'earning',
    quantity,
    rate: toRateText(segment.unitRate),
    amount: toAmount(scaleRatio(segment.unitRate, quantity), currency),
    source: { type: 'worked', salary_id: salary.id, from, to, days },
  }
}

/** Code of the line of the base salary. */
export const BASE_CODE = 'base'
