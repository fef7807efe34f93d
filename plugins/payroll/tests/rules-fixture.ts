import { getWeekday, listDates } from 'stoa/calendar-date'
import { computePayslip } from '../domain/payslip.ts'
import type { Band, EarlierPayslip, PayDay, PayLine, PayRule, Payslip, PayslipInput, Period, Salary } from '../domain/types.ts'

/** Tests give amounts in whole units of the currency. */
export const dollars = (amount: number): number => Math.round(amount * 100)

export const november: Period = { start: '2026-11-01', end: '2026-11-30' }

/** A work day from Monday to Friday, or a rest day. */
export function createDay(date: string, changes: Partial<PayDay> = {}): PayDay {
  const isWork = getWeekday(date) <= 5
  const work = changes.work ?? (isWork ? 1 : 0)
  return {
    date,
    kind: isWork ? 'work' : 'rest',
    work,
    minutes: isWork ? 480 : 0,
    isEmployed: true,
    paidHoliday: 0,
    unpaidHoliday: 0,
    leaves: [],
    absent: 0,
    ref: null,
    workedMinutes: work * 480,
    overtimeMinutes: 0,
    lateMinutes: 0,
    ...changes,
  }
}

/** Days of a period, with changes by date. */
export const createDays = ({ start, end }: Period, changes: Readonly<Record<string, Partial<PayDay>>> = {}): PayDay[] =>
  listDates(start, end).map((date) => createDay(date, changes[date]))

/** Leave on a date. */
export const createLeave = (date: string, fraction: number, paid: number): Partial<PayDay> => ({
  leaves: [{ date, fraction, paid, ref: `leave/${date.slice(8)}` }],
  workedMinutes: (1 - fraction) * 480,
})

export const createSalary = (changes: Partial<Salary> = {}): Salary => ({
  id: 1,
  effective_from: '2020-01-01',
  pay_type: 'monthly',
  base_amount: dollars(30_000),
  allowances: [],
  is_exempt: false,
  ...changes,
})

export const createRule = (changes: Partial<PayRule>): PayRule => ({
  id: 1,
  code: 'rule',
  kind: 'earning',
  basis: 'fixed',
  order: 1,
  effective_from: '2000-01-01',
  effective_to: null,
  is_relevant: true,
  is_wage: true,
  is_prorated: false,
  amount: null,
  factor: '1',
  day_quantity: 'payment_days',
  hour_quantity: 'overtime_hours',
  percent_of: 'base',
  covers_leave: false,
  covers_holidays: false,
  continuity_weeks: 0,
  income_max: null,
  income_max_daily: null,
  first_days_free: 0,
  min_service_days: 0,
  age_min: null,
  age_max: null,
  age_date: 'period_start',
  rounding: 'none',
  rounds_with: null,
  bands: [],
  ...changes,
})

export const createBand = (changes: Partial<Band>): Band => ({
  age_from: null,
  age_to: null,
  income_from: 0,
  income_from_daily: null,
  is_exclusive: false,
  percent: '0',
  excess_over: 0,
  ...changes,
})

export const createEarlier = (changes: Partial<EarlierPayslip>): EarlierPayslip => ({
  id: 1,
  start: '2026-10-01',
  end: '2026-10-31',
  average_wages: 0,
  average_days: 0,
  relevant_income: 0,
  postponed: [],
  carried_forward: 0,
  ...changes,
})

/** A full month without anything special. */
export const createInput = (changes: Partial<PayslipInput> = {}): PayslipInput => ({
  frequency: 'monthly',
  period: november,
  dayBasis: 'calendar',
  currency: 'HKD',
  employment: { joinDate: '2020-01-01', lastDay: null, birthDate: '1990-05-15' },
  salaries: [createSalary()],
  days: createDays(changes.period ?? november),
  rules: [],
  items: [],
  earlier: [],
  continuousWeeks: 52,
  adjustments: [],
  ...changes,
})

export const computeWith = (changes: Partial<PayslipInput> = {}): Payslip => computePayslip(createInput(changes))

/** The sum of the lines of a code, in whole units. */
export const sumCode = (lines: readonly PayLine[], code: string): number =>
  lines.filter((line) => line.code === code).reduce((sum, { amount }) => sum + amount, 0) / 100

const mpf = {
  basis: 'bands',
  is_wage: false,
  income_max: dollars(30_000),
  income_max_daily: dollars(1_000),
  min_service_days: 60,
  age_min: 18,
  age_max: 65,
} as const

/** Contributions of employee and employer to the Mandatory Provident Fund. */
export const mpfRules: readonly PayRule[] = [
  createRule({
    ...mpf,
    id: 10,
    code: 'mpf_employee',
    kind: 'deduction',
    order: 90,
    first_days_free: 30,
    bands: [createBand({}), createBand({ income_from: dollars(7_100), income_from_daily: dollars(280), percent: '5' })],
  }),
  createRule({ ...mpf, id: 11, code: 'mpf_employer', kind: 'employer_cost', order: 91, bands: [createBand({ percent: '5' })] }),
]
