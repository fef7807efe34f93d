import { type Ctx, type Db, message, type Message, sql } from 'stoa'
import { consumeLots, findShortfall, sumBalance } from '../domain/consume.ts'
import { addDays, countDays } from 'stoa/calendar-date'
import { daysText, roundDays, sumDays } from '../domain/figures.ts'
import { findSpanProblem, type LeaveDay, type LeaveSpan } from '../domain/leave-days.ts'
import { countEmployeeLeave, MOST_DATES } from './count-leave.ts'
import type { LeaveEmployee } from './employee.ts'
import { findLots, readLedger } from './ledger.ts'
import { createYearFinder, type LeaveRules } from './leave-rules.ts'

/** A reason why a request is refused, at a field of the form. */
export interface RequestProblem {
  field: string
  reason: Message
}

/** What a request would cost and leave, and why it is refused. */
export interface Evaluation {
  days: number
  detail: LeaveDay[]
  /** Balance on the first date, less what other requests wait for. Null for types without a balance. */
  balance_before: number | null
  /** The lowest balance on a date of the leave: days may expire, and a leave year may end, within it. */
  balance_after: number | null
  /** Days of other requests of the type that wait for approval. */
  pending: number
  problems: RequestProblem[]
}

export interface EvaluationInput {
  employee: LeaveEmployee
  rules: LeaveRules
  span: LeaveSpan
  hasDocument: boolean
}

const problem = (field: string, key: string, params?: Record<string, string | number>): RequestProblem => ({
  field,
  reason: message(`leave:error.${key}`, params),
})

/** Why dates cannot be counted, which no rule of a type changes; undefined when they can. */
export function findDatesProblem(span: LeaveSpan, unit: LeaveRules['unit']): RequestProblem | undefined {
  const found = findSpanProblem(span, unit)
  if (found) return problem(found.field, found.key)
  const isLong = countDays(span.start_date, span.end_date) > MOST_DATES
  return isLong ? problem('end_date', 'too_long', { count: MOST_DATES }) : undefined
}

/** Evaluates a request against all rules of its type, the other leaves of the employee and the balance. Reads only. */
export async function evaluateRequest(db: Pick<Db, 'rows' | 'one'>, ctx: Ctx, input: EvaluationInput): Promise<Evaluation> {
  const { employee, rules, span } = input
  const wrong = findDatesProblem(span, rules.unit)
  if (wrong) return { days: 0, detail: [], balance_before: null, balance_after: null, pending: 0, problems: [wrong] }
  const { days, detail } = await countEmployeeLeave(db, ctx, employee.id, span, rules.includes_holidays)
  const problems = [...findRuleProblems(input, days), ...(await findOverlap(db, employee.id, span))]
  if (detail.length < countDays(span.start_date, span.end_date)) problems.push(problem('start_date', 'not_employed'))
  else if (days === 0) problems.push(problem('start_date', 'no_work_day'))
  else if (detail.some(({ exceeds }) => exceeds)) problems.push(problem('hours', 'hours_too_many'))
  const balances = await evaluateBalance(db, ctx, input, detail)
  return { days, detail, ...balances, problems: [...problems, ...balances.problems] }
}

function findRuleProblems({ employee, rules, span, hasDocument }: EvaluationInput, days: number): RequestProblem[] {
  const problems: RequestProblem[] = []
  if (!rules.enabled) problems.push(problem('type_id', 'type_disabled'))
  if (rules.gender !== null && rules.gender !== employee.gender) problems.push(problem('type_id', 'type_gender'))
  const earliest = addDays(employee.join_date, rules.applicable_after_days)
  if (span.start_date < earliest) problems.push(problem('start_date', 'applicable_after', { date: earliest }))
  const notice = addDays(employee.today, rules.min_notice_days)
  if (rules.min_notice_days > 0 && span.start_date < notice)
    problems.push(problem('start_date', 'min_notice', { count: rules.min_notice_days, date: notice }))
  if (rules.max_consecutive !== null && days > rules.max_consecutive)
    problems.push(problem('end_date', 'max_consecutive', { days: daysText(rules.max_consecutive) }))
  if (rules.needs_document_over_days !== null && days > rules.needs_document_over_days && !hasDocument)
    problems.push(problem('document', 'needs_document', { days: daysText(rules.needs_document_over_days) }))
  return problems
}

/** Number of the half day at which a span starts, and of the one after it ends; the exclusion constraint counts the same way. */
const slotsSql = (row: 't' | null, span?: LeaveSpan) => {
  const [start, end, startHalf, endHalf] =
    row === 't'
      ? [sql`t.start_date`, sql`t.end_date`, sql`t.start_half`, sql`t.end_half`]
      : [
          sql`${span?.start_date ?? ''}::date`,
          sql`${span?.end_date ?? ''}::date`,
          sql`${span?.start_half ?? ''}::text`,
          sql`${span?.end_half ?? ''}::text`,
        ]
  return sql`int8range((${start} - date '1970-01-01') * 2 + case ${startHalf} when 'pm' then 1 else 0 end,
    (${end} - date '1970-01-01') * 2 + case ${endHalf} when 'am' then 1 else 2 end)`
}

/** Two leaves may share a date only with different halves. */
async function findOverlap(db: Pick<Db, 'one'>, employeeId: number, span: LeaveSpan): Promise<RequestProblem[]> {
  const other = await db.one<{ number: string }>(sql`
    select t.number from hr_leave t where t.employee_id = ${employeeId} and t.status in ('pending', 'approved')
      and ${slotsSql('t')} && ${slotsSql(null, span)} order by t.start_date limit 1`)
  return other ? [problem('start_date', 'overlap', { number: other.number })] : []
}

/** Other requests that wait for approval are counted first, so that requests together do not exceed the balance. */
async function evaluateBalance(
  db: Pick<Db, 'rows'>,
  ctx: Ctx,
  { employee, rules, span }: EvaluationInput,
  detail: readonly LeaveDay[],
): Promise<Pick<Evaluation, 'balance_before' | 'balance_after' | 'pending' | 'problems'>> {
  const waiting = await db.rows<{ days: number; days_detail: Record<string, number> }>(sql`
    select days::float8 as days, days_detail from hr_leave
    where employee_id = ${employee.id} and type_id = ${rules.id} and status = 'pending' order by start_date, id`)
  const pending = sumDays(waiting.map(({ days }) => days))
  if (!rules.needs_balance) return { balance_before: null, balance_after: null, pending, problems: [] }
  const rows = await readLedger(db, employee.id, rules.id)
  const findYear = createYearFinder(ctx, rules, employee.join_date)
  const earlier = waiting.flatMap(({ days_detail }) => Object.entries(days_detail).map(([date, fraction]) => ({ date, fraction })))
  const lots = findLots(rows)
  const reserved = [...rows, ...consumeLots(earlier.toSorted(byDate), lots, findYear)]
  const all = [...rows, ...consumeLots([...earlier.toSorted(byDate), ...detail], lots, findYear)]
  const dates = detail.filter(({ fraction }) => fraction > 0).map(({ date }) => date)
  const shortfall = findShortfall(all, dates, rules.allow_negative)
  const returned = sumDays(detail.map((day) => day.returned))
  return {
    balance_before: sumBalance(reserved, span.start_date),
    balance_after: roundDays(Math.min(...[span.start_date, ...dates].map((date) => sumBalance(all, date))) + returned),
    pending,
    problems: shortfall ? [problem('end_date', 'short', { days: daysText(shortfall.missing), date: shortfall.date })] : [],
  }
}

const byDate = (one: { date: string }, two: { date: string }): number => (one.date < two.date ? -1 : one.date > two.date ? 1 : 0)
