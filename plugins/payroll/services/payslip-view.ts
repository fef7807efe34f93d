import { type Ctx, type Db, formatMoney, type Locale, type Localized, pickTranslation, sql } from 'stoa'
import { hrEmployee } from 'stoa/plugins/hr'
import type { PayslipView } from '../api-types.ts'
import type { LineSource } from '../domain/types.ts'
import type { PayslipProblem } from '../resources/payslip.ts'
import type { PayslipStatus } from '../statuses.ts'

interface StoredView {
  id: number
  payroll_id: number
  number: string
  employee_id: number
  start: string
  end: string
  pay_date: string
  paid_on: string | null
  currency: string
  status: PayslipStatus
  working_days: number
  payment_days: number
  paid_leave_days: number
  unpaid_days: number
  absent_days: number
  overtime_min: number
  gross: number
  deductions: number
  employer_cost: number
  net: number
  relevant_income: number
  carried_forward: number
  problems: PayslipProblem[]
}

interface StoredViewLine {
  id: number
  code: string
  title: (Localized & { ''?: string }) | null
  kind: 'earning' | 'deduction' | 'employer_cost'
  quantity: number | null
  rate: string | null
  amount: number
  source: LineSource
  rule: { title: Localized; legal_source: string; effective_from: string } | null
}

/** The name of a line in a language. */
export function nameLine(
  { kernel, mainLanguage }: Ctx,
  language: Locale,
  { code, title, source }: Pick<StoredViewLine, 'code' | 'title' | 'source'>,
): string {
  const fixed: Readonly<Record<string, string>> = { base: 'base', carried_forward: 'carried_forward' }
  const t = (key: string, params: Record<string, string> = {}) => kernel.i18n.t(language, `payroll:line.${key}`, params)
  const own = title?.[''] ?? (title ? pickTranslation(title, language, mainLanguage) : '')
  const name = own || (fixed[code] ? t(fixed[code]) : code)
  return source.type === 'adjustment'
    ? t('adjustment', { name })
    : source.type === 'postponed'
      ? t('postponed', { name, from: source.from })
      : name
}

/** Texts of problems in a language. */
export const describeProblems = ({ kernel }: Ctx, language: Locale, problems: readonly PayslipProblem[]): string[] =>
  problems.map(({ code, params = {} }) => kernel.i18n.t(language, `payroll:problem.${code}`, params))

/** Payslips that the sources of some lines name, with their period. */
const readPeriods = async (db: Pick<Db, 'rows'>, ids: readonly number[]) => {
  const rows = await db.rows<{ id: number; start: string; end: string; wages: number; days: number }>(sql`
    select id, to_char(start_date, 'YYYY-MM-DD') as start, to_char(end_date, 'YYYY-MM-DD') as "end", average_wages_minor as wages,
      average_days::float8 as days from hr_payslip where id = any(${[...ids]}::bigint[])
    union all
    select -id, to_char(start_date, 'YYYY-MM-DD'), to_char(end_date, 'YYYY-MM-DD'), wages_minor, days::float8
    from hr_pay_opening where -id = any(${[...ids]}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

const listPayslipIds = (source: LineSource): number[] =>
  'payslip_ids' in source ? source.payslip_ids : 'payslip_id' in source && source.payslip_id !== null ? [source.payslip_id] : []

type Explanation = PayslipView['lines'][number]['explanation']

/** What a line was computed from, as labelled figures and dates. */
function explain(source: LineSource, periods: Awaited<ReturnType<typeof readPeriods>>): Pick<Explanation, 'facts' | 'days' | 'months'> {
  const money = (key: string, minor: number | null) => (minor === null ? [] : [{ key, type: 'money' as const, value: formatMoney(minor) }])
  const number = (key: string, value: number) => ({ key, type: 'number' as const, value: String(value) })
  const text = (key: string, value: string) => ({ key, type: 'text' as const, value })
  const toDays = (kind: string, parts: readonly { date: string; fraction?: number; quantity?: number; ref: string | null }[]) =>
    parts.map((part) => ({ kind, date: part.date, quantity: part.fraction ?? part.quantity ?? 0, ref: part.ref }))
  const months = listPayslipIds(source).flatMap((id) => {
    const period = periods.get(id)
    return period ? [{ start: period.start, end: period.end, wages: formatMoney(period.wages), days: period.days }] : []
  })
  switch (source.type) {
    case 'salary':
      return {
        facts: [
          ...money('base', source.base),
          number('basis_days', source.basis_days),
          number('payment_days', source.payment_days),
          text('period', `${source.from} – ${source.to}`),
        ],
        days: [...toDays('unpaid', source.unpaid), ...toDays('absent', source.absent)],
        months,
      }
    case 'worked':
      return { facts: [text('period', `${source.from} – ${source.to}`)], days: toDays('worked', source.days), months }
    case 'rule':
      return { facts: money('of', source.of), days: toDays('counted', source.days), months }
    case 'average':
      return {
        facts: [...money('wages', source.wages), number('days', source.days), ...money('already_paid', source.paid)],
        days: toDays('covered', source.covered),
        months,
      }
    case 'contribution':
      return {
        facts: [
          ...money('income', source.income),
          ...money('income_max', source.income_max),
          ...money('counted_income', source.counted_income),
          ...(source.excess_over > 0 ? money('excess_over', source.excess_over) : []),
          { key: 'percent', type: 'text', value: `${source.percent}%` },
          ...(source.age === null ? [] : [number('age', source.age)]),
        ],
        days: [],
        months,
      }
    case 'postponed':
      return { facts: [text('period', `${source.from} – ${source.to}`)], days: [], months: [] }
    case 'adjustment':
      return {
        facts: [...money('before', source.before), ...money('now', source.now)],
        days: source.changed.map(({ date, ref }) => ({ kind: 'changed', date, quantity: null, ref })),
        months,
      }
    case 'item':
      return { facts: [], days: [], months: [] }
    case 'carried_forward':
      return { facts: [], days: [], months }
  }
}

/** A payslip with its lines and what they were computed from; undefined when it does not exist. The caller has checked access. */
export async function readPayslipView(ctx: Ctx, id: number, language: Locale): Promise<PayslipView | undefined> {
  const { kernel } = ctx
  const payslip = await kernel.db.one<StoredView>(sql`
    select t.id, t.payroll_id, p.number, t.employee_id, to_char(t.start_date, 'YYYY-MM-DD') as start, to_char(t.end_date, 'YYYY-MM-DD') as "end",
      to_char(p.pay_date, 'YYYY-MM-DD') as pay_date, to_char(p.paid_on, 'YYYY-MM-DD') as paid_on, t.currency, t.status,
      t.working_days::float8 as working_days, t.payment_days::float8 as payment_days, t.paid_leave_days::float8 as paid_leave_days,
      t.unpaid_days::float8 as unpaid_days, t.absent_days::float8 as absent_days, t.overtime_min, t.gross_minor as gross,
      t.deductions_minor as deductions, t.employer_cost_minor as employer_cost, t.net_minor as net,
      t.relevant_income_minor as relevant_income, t.carried_forward_minor as carried_forward, t.problems
    from hr_payslip t join hr_payroll p on p.id = t.payroll_id where t.id = ${id}`)
  if (!payslip) return undefined
  const lines = await kernel.db.rows<StoredViewLine>(sql`
    select l.id, l.code, l.title, l.kind, l.quantity::float8 as quantity, l.rate::text as rate, l.amount_minor as amount, l.source,
      case when r.id is null then null else jsonb_build_object('title', r.title, 'legal_source', r.legal_source,
        'effective_from', to_char(r.effective_from, 'YYYY-MM-DD')) end as rule
    from hr_payslip_line l left join hr_pay_rule r on r.id = (l.source ->> 'rule_id')::bigint
    where l.payslip_id = ${id} order by l.position`)
  const periods = await readPeriods(kernel.db, [...new Set(lines.flatMap(({ source }) => listPayslipIds(source)))])
  const employee = await kernel.query(hrEmployee).findById(payslip.employee_id)
  const { gross, deductions, employer_cost, net, relevant_income, carried_forward, problems, employee_id, ...rest } = payslip
  return {
    ...rest,
    employee: { id: employee_id, name: employee?.name ?? '', staff_no: employee?.staff_no ?? '' },
    gross: formatMoney(gross),
    deductions: formatMoney(deductions),
    employer_cost: formatMoney(employer_cost),
    net: formatMoney(net),
    relevant_income: formatMoney(relevant_income),
    carried_forward: formatMoney(carried_forward),
    problems: describeProblems(ctx, language, problems),
    lines: lines.map((line) => ({
      id: line.id,
      name: nameLine(ctx, language, line),
      kind: line.kind,
      quantity: line.quantity,
      rate: line.rate,
      amount: formatMoney(line.amount),
      explanation: {
        type: line.source.type,
        ref: line.source.type === 'item' ? line.source.ref : null,
        rule: line.rule && {
          title: pickTranslation(line.rule.title, language, ctx.mainLanguage),
          legal_source: line.rule.legal_source,
          effective_from: line.rule.effective_from,
        },
        ...explain(line.source, periods),
      },
    })),
  }
}
