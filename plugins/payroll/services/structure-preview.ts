import { addDays, AppError, type Ctx, formatMoney, getWeekday, listDates, NOT_FOUND, parseMoney, pickTranslation, sql } from 'stoa'
import type { StructurePreview } from '../api-types.ts'
import { computePayslip } from '../domain/payslip.ts'
import { findPeriod } from '../domain/periods.ts'
import type { PayDay } from '../domain/types.ts'
import { readPayRules } from './pay-rules.ts'

/** Service that lets every rule apply, in years and in weeks of a continuous contract. */
const YEARS = 10

const toDay = (date: string): PayDay => ({
  date,
  kind: getWeekday(date) > 5 ? 'rest' : 'work',
  work: getWeekday(date) > 5 ? 0 : 1,
  minutes: getWeekday(date) > 5 ? 0 : 480,
  isEmployed: true,
  paidHoliday: 0,
  leaves: [],
  unpaidHoliday: 0,
  absent: 0,
  ref: null,
  workedMinutes: getWeekday(date) > 5 ? 0 : 480,
  overtimeMinutes: 0,
  lateMinutes: 0,
})

const yearsBefore = (date: string, years: number): string => `${String(Number(date.slice(0, 4)) - years).padStart(4, '0')}-01-01`

/** What a structure gives for a monthly income on a date, for somebody of an age who has worked for years. @throws AppError NOT_FOUND */
export async function previewStructure(
  ctx: Ctx,
  id: number,
  { income, age, date }: { income: string; age: number; date: string },
): Promise<StructurePreview> {
  const { kernel, mainLanguage } = ctx
  const language = ctx.interfaceLanguage ?? ctx.language
  const structure = await kernel.db.one<{ currency: string }>(sql`select currency from hr_pay_structure where id = ${id}`)
  if (!structure) throw new AppError(NOT_FOUND)
  const rules = await readPayRules(kernel.db, [id])
  const period = findPeriod('monthly', date)
  const joinDate = yearsBefore(date, YEARS)
  const payslip = computePayslip({
    frequency: 'monthly',
    period,
    dayBasis: 'calendar',
    currency: structure.currency,
    // The age is reached before the period begins, whatever date a rule looks at.
    employment: { joinDate, lastDay: null, birthDate: addDays(`${Number(period.start.slice(0, 4)) - age}${period.start.slice(4)}`, -2) },
    salaries: [{ id: 0, effective_from: joinDate, pay_type: 'monthly', base_amount: parseMoney(income), allowances: [], is_exempt: false }],
    days: listDates(period.start, period.end).map(toDay),
    rules,
    items: [],
    earlier: [],
    continuousWeeks: YEARS * 52,
    adjustments: [],
  })
  return {
    currency: structure.currency,
    gross: formatMoney(payslip.gross),
    net: formatMoney(payslip.net),
    lines: payslip.lines.map((line) => {
      const { source } = line
      const rule = 'rule_id' in source ? rules.find((candidate) => candidate.id === source.rule_id) : undefined
      return {
        name: rule ? pickTranslation(rule.title, language, mainLanguage) : kernel.i18n.t(language, 'payroll:line.base'),
        kind: line.kind,
        amount: formatMoney(line.amount),
        legal_source: rule?.legal_source ?? '',
      }
    }),
  }
}
