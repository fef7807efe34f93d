import { addDays, addMonths, countDays, maxDate, minDate, startOfMonth } from 'stoa/calendar-date'
import { addRatios, percentRatio, type Ratio, scaleRatio, toAmount, toRatio, toWholeUnits } from './ratio.ts'
import type { AgeDate, Band, EarlierPayslip, PayLine, PayRule, PayslipInput, Period, PostponedContribution } from './types.ts'

/** Completed years on a date. Somebody born on 29 February completes a year on 28 February. */
export function countAge(birthDate: string, date: string): number {
  const years = Number(date.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return addMonths(birthDate, years * 12) > date ? years - 1 : years
}

/** Whether rules need the birth date of employees. */
export const needsBirthDate = (rules: readonly PayRule[]): boolean =>
  rules.some(
    ({ basis, age_min, age_max, bands }) =>
      basis === 'bands' &&
      (age_min !== null || age_max !== null || bands.some(({ age_from, age_to }) => age_from !== null || age_to !== null)),
  )

/** The day on which contributions are due: in the month after the period, moved forward to a work day. */
export function findDueDate(input: { periodEnd: string; dueDay: number; isWorkDay: (date: string) => boolean }): string {
  let date = addDays(startOfMonth(addMonths(startOfMonth(input.periodEnd), 1)), input.dueDay - 1)
  while (!input.isWorkDay(date)) date = addDays(date, 1)
  return date
}

/** Contributions of a period. */
export interface Contributions {
  lines: PayLine[]
  postponed: PostponedContribution[]
}

/** Contributions are computed from the relevant income of the payslip. */
type ContributionInput = Pick<PayslipInput, 'frequency' | 'period' | 'currency' | 'employment' | 'rules' | 'earlier' | 'salaries'>

/**
 * Contributions of employee and employer by bands. A payslip before the least service postpones them; the first one after it pays them
 * for all periods since the join date. Source: specification backoffice 2.9; Mandatory Provident Fund Schemes Ordinance (Cap. 485)
 * sections 7A and 9; Central Provident Fund Act, First Schedule.
 */
export function computeContributions(input: ContributionInput, relevantIncome: number): Contributions {
  const result: Contributions = { lines: [], postponed: [] }
  if (input.salaries.at(-1)?.is_exempt) return result
  const { period, employment, earlier } = input
  const end = minDate(period.end, employment.lastDay ?? period.end)
  const amounts = new Map<string, { exact: Ratio; amount: number }>()
  for (const rule of input.rules) {
    const serviceDays = (date: string): number => countDays(employment.joinDate, date)
    const isShort = serviceDays(end) < rule.min_service_days
    if (!isShort && earlier.every((payslip) => serviceDays(payslip.end) < rule.min_service_days))
      result.lines.push(...payPostponed(rule, earlier))
    if (maxDate(period.start, employment.joinDate) < addDays(employment.joinDate, rule.first_days_free)) continue
    const { source, exact } = measureContribution(rule, input, relevantIncome)
    const amount = roundContribution(rule, exact, rule.rounds_with === null ? undefined : amounts.get(rule.rounds_with), input.currency)
    amounts.set(rule.code, { exact, amount })
    if (amount === 0) continue
    if (isShort) result.postponed.push({ code: rule.code, kind: rule.kind, amount })
    else result.lines.push({ ...toLine(rule, amount), source })
  }
  return result
}

const toLine = ({ code, kind }: PayRule, amount: number): Omit<PayLine, 'source'> => ({
  code,
  kind,
  quantity: null,
  rate: null,
  amount,
  is_relevant: false,
  is_wage: false,
  title: null,
})

const payPostponed = (rule: PayRule, earlier: readonly EarlierPayslip[]): PayLine[] =>
  earlier.flatMap(({ id, start, end, postponed }) =>
    postponed
      .filter(({ code }) => code === rule.code)
      .map(({ amount }) => ({ ...toLine(rule, amount), source: { type: 'postponed', payslip_id: id, from: start, to: end } as const })),
  )

function measureContribution(rule: PayRule, input: ContributionInput, relevantIncome: number) {
  const { period, frequency, currency, employment } = input
  const employed: Period = { start: maxDate(period.start, employment.joinDate), end: minDate(period.end, employment.lastDay ?? period.end) }
  const days = countDays(employed.start, employed.end)
  const income = findIncome(rule, relevantIncome, employed, employment.birthDate, currency)
  const scale: Scale = frequency === 'monthly' ? null : days
  const incomeMax = scale === null ? rule.income_max : scaleLimit(rule.income_max, rule.income_max_daily, scale)
  const counted = Math.max(0, incomeMax === null ? income : Math.min(income, incomeMax))
  const age = findAge(rule.age_date, period, employment.birthDate)
  const band = findBand(rule.bands, { age, income, scale })
  const excess = band ? (scaleLimit(band.excess_over, null, scale ?? 30) ?? 0) : 0
  const percent = band?.percent ?? '0'
  return {
    exact: percentRatio(toRatio(Math.max(0, counted - excess)), percent),
    source: {
      type: 'contribution' as const,
      rule_id: rule.id,
      income,
      counted_income: counted,
      income_max: incomeMax,
      percent,
      excess_over: excess,
      age,
    },
  }
}

/** Days of a period that is not a month, by whose number limits are multiplied; null for a month. */
type Scale = number | null

/** A limit for a period of so many days: the daily limit times the days, or thirtieths of the monthly one. */
const scaleLimit = (monthly: number | null, daily: number | null, days: number): number | null =>
  daily !== null ? daily * days : monthly === null ? null : Math.round((monthly * days) / 30)

/** Income of the days on which the age is within the limits of the rule. */
function findIncome(
  { age_min, age_max }: PayRule,
  income: number,
  { start, end }: Period,
  birthDate: string | null,
  currency: string,
): number {
  if (birthDate === null || (age_min === null && age_max === null)) return income
  const from = age_min === null ? start : maxDate(start, addMonths(birthDate, age_min * 12))
  const to = age_max === null ? end : minDate(end, addDays(addMonths(birthDate, age_max * 12), -1))
  return toAmount(scaleRatio(toRatio(income), Math.max(0, countDays(from, to)), countDays(start, end)), currency)
}

function findAge(ageDate: AgeDate, { start, end }: Period, birthDate: string | null): number | null {
  if (birthDate === null) return null
  return countAge(birthDate, ageDate === 'period_start' ? start : ageDate === 'period_end' ? end : addDays(start, -1))
}

function findBand(bands: readonly Band[], { age, income, scale }: { age: number | null; income: number; scale: Scale }): Band | undefined {
  const limitOf = (band: Band): number =>
    scale === null ? band.income_from : (scaleLimit(band.income_from, band.income_from_daily, scale) ?? 0)
  const fits = ({ age_from, age_to }: Band): boolean => age === null || ((age_from ?? 0) <= age && (age_to === null || age < age_to))
  return bands
    .filter(fits)
    .filter((band) => (band.is_exclusive ? income > limitOf(band) : income >= limitOf(band)))
    .toSorted((one, two) => two.income_from - one.income_from)[0]
}

function roundContribution(
  { rounding }: PayRule,
  exact: Ratio,
  partner: { exact: Ratio; amount: number } | undefined,
  currency: string,
): number {
  const round = (ratio: Ratio): number => (rounding === 'none' ? toAmount(ratio, currency) : toWholeUnits(ratio, rounding))
  return partner ? round(addRatios(exact, partner.exact)) - partner.amount : round(exact)
}
