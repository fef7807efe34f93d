import { setImmediate } from 'node:timers/promises'
import { addMonths, groupBy, maxDate } from 'stoa'
import { countContinuousWeeks, listWholeWeeks, type WorkedWeek } from '../domain/continuous-contract.ts'
import { needsBirthDate } from '../domain/contributions.ts'
import { toPayDay } from '../domain/pay-day.ts'
import { computePayslip } from '../domain/payslip.ts'
import type { AdjustmentInput, DayBasis, Frequency, PayDay, Payslip, PayslipInput, Period } from '../domain/types.ts'
import type { PayslipProblem } from '../resources/payslip.ts'
import type { PayData, PayEmployee, StoredSalary } from './pay-data.ts'

/** What all payslips of a payroll have in common. */
export interface PayContext {
  frequency: Frequency
  period: Period
  dayBasis: DayBasis
  unmarkedAs: 'present' | 'absent'
  currency: string
  adjustMonths: number
}

/** A computed payslip, or the reasons why there is none. */
export interface PayslipResult {
  employee: PayEmployee
  salary: StoredSalary | null
  payslip: Payslip | null
  problems: PayslipProblem[]
}

/** The salaries that count in a period: the last one that began before it, and those that begin in it. */
function selectSalaries(salaries: readonly StoredSalary[], { start, end }: Period): StoredSalary[] {
  const begun = salaries.filter(({ effective_from }) => effective_from <= end)
  const last = begun.findLastIndex(({ effective_from }) => effective_from <= start)
  return begun.slice(Math.max(0, last))
}

function listPayDays(data: PayData, employee: PayEmployee, period: Period, unmarkedAs: 'present' | 'absent'): PayDay[] {
  const absences = groupBy(data.absences.get(employee.id) ?? [], ({ date }) => date)
  const attendance = groupBy(data.attendance.get(employee.id) ?? [], ({ work_date }) => work_date)
  return (data.workDays.get(employee.id) ?? [])
    .filter(({ date }) => date >= period.start && date <= period.end)
    .map((workDay) =>
      toPayDay({
        workDay,
        absences: absences.get(workDay.date) ?? [],
        attendance: attendance.get(workDay.date) ?? [],
        unmarkedAs: employee.tracksTime ? unmarkedAs : 'present',
        isEmployed: workDay.date >= employee.joinDate && (employee.lastDay === null || workDay.date <= employee.lastDay),
      }),
    )
}

/** Whole weeks of employment with the minutes that count for a continuous contract: those worked, and those of absence and holidays. */
function listWeeks(data: PayData, employee: PayEmployee, until: string): WorkedWeek[] {
  const worked = new Map<string, number>()
  for (const { work_date, worked_min } of data.attendance.get(employee.id) ?? [])
    worked.set(work_date, (worked.get(work_date) ?? 0) + worked_min)
  const away = new Set((data.absences.get(employee.id) ?? []).map(({ date }) => date))
  const days = (data.workDays.get(employee.id) ?? []).filter(
    ({ date }) => date >= employee.joinDate && date <= until && (employee.lastDay === null || date <= employee.lastDay),
  )
  return listWholeWeeks(
    days.map(({ date, kind, minutes }) => ({
      date,
      minutes: kind === 'rest' ? (worked.get(date) ?? 0) : away.has(date) ? minutes : Math.max(worked.get(date) ?? minutes, 0),
    })),
  )
}

interface InputParts {
  frequency: Frequency
  period: Period
  dayBasis: DayBasis
  unmarkedAs: 'present' | 'absent'
}

/** Input of a payslip with salaries as they are stored. */
type PayInput = Omit<PayslipInput, 'salaries'> & { salaries: readonly StoredSalary[] }

/** Input of a payslip without items and adjustments. */
function toInput(data: PayData, employee: PayEmployee, currency: string, parts: InputParts): PayInput {
  const { frequency, period, dayBasis, unmarkedAs } = parts
  const salaries = selectSalaries(data.salaries.get(employee.id) ?? [], period)
  const structureId = salaries.at(-1)?.structure_id
  const rules = data.rules.filter(({ structure_id }) => structure_id === structureId)
  const continuity = data.continuity.filter(({ structure_id }) => structure_id === structureId)
  const earlier = (data.earlier.get(employee.id) ?? []).filter(({ end }) => end >= employee.joinDate && end < period.start)
  return {
    frequency,
    period,
    dayBasis,
    currency,
    employment: { joinDate: employee.joinDate, lastDay: employee.lastDay, birthDate: employee.birthDate },
    salaries,
    days: listPayDays(data, employee, period, unmarkedAs),
    rules,
    items: [],
    earlier,
    continuousWeeks: countContinuousWeeks(continuity, listWeeks(data, employee, period.end)),
    adjustments: [],
  }
}

/** What earlier payslips of the last months would be today, against what was paid. */
function listAdjustments(data: PayData, employee: PayEmployee, context: PayContext): AdjustmentInput[] {
  const from = addMonths(context.period.start, -context.adjustMonths)
  const payslips = (data.earlier.get(employee.id) ?? []).filter(
    ({ isComputed, end }) => isComputed && end >= from && end >= employee.joinDate,
  )
  return payslips.flatMap(({ id, start, end, frequency, day_basis, unmarked_as }) => {
    const input = toInput(data, employee, context.currency, {
      frequency,
      period: { start, end },
      dayBasis: day_basis,
      unmarkedAs: unmarked_as,
    })
    if (input.salaries.length === 0) return []
    return [{ payslip_id: id, before: data.paidLines.get(id) ?? [], now: computePayslip(input).lines }]
  })
}

function findProblems(data: PayData, employee: PayEmployee, { period }: PayContext, input: PayslipInput): PayslipProblem[] {
  const problems: PayslipProblem[] = []
  const first = input.salaries[0]
  if (first && first.effective_from > maxDate(period.start, employee.joinDate))
    problems.push({ code: 'no_salary_until', params: { date: first.effective_from } })
  if (needsBirthDate(input.rules) && employee.birthDate === null && !input.salaries.every(({ is_exempt }) => is_exempt))
    problems.push({ code: 'no_birth_date' })
  const pending = (data.attendance.get(employee.id) ?? []).find(
    ({ status, work_date }) => status === 'pending' && work_date >= period.start && work_date <= period.end && work_date < data.today,
  )
  if (pending) problems.push({ code: 'attendance_pending', params: { date: pending.work_date } })
  return problems
}

/** Computes the payslips of some employees. It serves other requests between two of them. */
export async function computePayslips(data: PayData, employees: readonly PayEmployee[], context: PayContext): Promise<PayslipResult[]> {
  const results: PayslipResult[] = []
  for (const employee of employees) {
    await setImmediate()
    const input = toInput(data, employee, context.currency, context)
    const salary = input.salaries.at(-1) ?? null
    if (salary === null) {
      results.push({ employee, salary, payslip: null, problems: [{ code: 'no_salary' }] })
      continue
    }
    const problems = findProblems(data, employee, context, input)
    const items = data.items.get(employee.id) ?? []
    const adjustments = problems.length > 0 ? [] : listAdjustments(data, employee, context)
    const payslip = problems.length > 0 ? null : computePayslip({ ...input, items, adjustments })
    results.push({ employee, salary, payslip, problems })
  }
  return results
}
