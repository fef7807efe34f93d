import { readBaseCurrency, type Ctx, formatMoney, join, type Locale, type Period, sql, type Sql } from 'stoa'
import type { ReportGroup, ReportView } from '../api-types.ts'
import { dateUnits, listUnits, nameUnit, type DateUnit } from '../domain/periods.ts'
import { findOptionMessages, planDimension } from './dimension-sql.ts'
import { countSql, type GroupedRow, groupedSql } from './query.ts'
import type { Measure, MeasureType } from './report.ts'
import { listDimensions, type ReportRequest, type RequestedDimension } from './request.ts'

/** Maximum number of groups of a response. Files contain all. */
export const MOST_GROUPS = 1_000

/** Values by measure; null where a value cannot be computed. */
type Values = Map<string, number | null>

/** A group with its values; `label` texts are in the language of the reader. */
export interface Group {
  keys: (string | null)[]
  labels: string[]
  values: Values
}

/** Groups of a period and their totals. */
export interface Grouped {
  groups: Group[]
  totals: Values
  hasMore: boolean
}

export const getLanguage = (ctx: Ctx): Locale => ctx.interfaceLanguage ?? ctx.language

/** Runs a statement over the facts of a report. One that comes from a file cannot write. */
export const readRowsOf = <T>({ kernel }: Ctx, { report }: ReportRequest, statement: Sql): Promise<T[]> =>
  report.isFile
    ? kernel.transaction(async (tx) => {
        await tx.run(sql`set transaction read only`)
        return tx.rows<T>(statement)
      })
    : kernel.db.rows<T>(statement)

/** Reads the groups and totals of a period in one statement. */
export async function readGroups(ctx: Ctx, request: ReportRequest, period: Period, most = MOST_GROUPS): Promise<Grouped> {
  const rows = await readRowsOf<GroupedRow>(ctx, request, groupedSql(ctx, request, period, most))
  const [total, ...others] = rows
  const groups = others.slice(0, most).map((row) => toGroup(ctx, request, row))
  return { groups, totals: total ? toValues(request, total) : new Map(), hasMore: others.length > most }
}

function toGroup(ctx: Ctx, request: ReportRequest, row: GroupedRow): Group {
  const keys = request.by.map((_, n) => toText(row[`k${n}`]))
  return {
    keys,
    labels: request.by.map((dimension, n) => toLabel(ctx, dimension, keys[n] ?? null, toText(row[`l${n}`]))),
    values: toValues(request, row),
  }
}

const toText = (value: string | number | null | undefined): string | null => (value === null || value === undefined ? null : String(value))

function toLabel(ctx: Ctx, dimension: RequestedDimension, key: string | null, text: string | null): string {
  if (key === null || key === '') return ctx.kernel.i18n.t(getLanguage(ctx), 'reports:none')
  if (dimension.unit) return nameUnit(key, dimension.unit)
  const messages = dimension.messages ?? findOptionMessages(ctx, dimension)
  return messages === undefined ? (text ?? key) : translateWord(ctx, messages, key)
}

/** A word of a closed list. A word without a translation, such as one of a plugin that is switched off, is shown as it is. */
export function translateWord(ctx: Ctx, messages: string, word: string): string {
  const key = `${messages}${word}`
  return ctx.kernel.i18n.has(key) ? ctx.kernel.i18n.t(getLanguage(ctx), key) : word
}

/** Adds the measures that are computed from others. */
function toValues({ measures }: ReportRequest, row: GroupedRow): Values {
  const values: Values = new Map()
  const byName = new Map(measures)
  const compute = (name: string): number | null => {
    const computedValue = values.get(name)
    if (computedValue !== undefined) return computedValue
    const measure = byName.get(name)
    const value = measure ? computeMeasure(measure, name) : null
    values.set(name, value)
    return value
  }
  const computeMeasure = (measure: Measure, name: string): number | null => {
    if ('ratio' in measure) return divide(compute(measure.ratio[0]), compute(measure.ratio[1]))
    if ('difference' in measure) return (compute(measure.difference[0]) ?? 0) - (compute(measure.difference[1]) ?? 0)
    const value = row[name]
    return value === null || value === undefined ? null : Number(value)
  }
  for (const [name] of measures) compute(name)
  return values
}

const divide = (above: number | null, below: number | null): number | null => (above === null || !below ? null : above / below)

/** A value as decimal text. Amounts are rounded to cents. */
export function formatValue(type: MeasureType, value: number | null | undefined): string | null {
  if (value === null || value === undefined) return null
  if (type === 'money') return formatMoney(Math.round(value))
  if (type === 'count') return String(value)
  if (type === 'day') return new Date(value * 86_400_000).toISOString().slice(0, 10)
  return String(Number(value.toFixed(type === 'percent' ? 4 : 1)))
}

/** The filters in use, with the labels of their keys, in one statement. */
async function readFilters(ctx: Ctx, { filters }: ReportRequest): Promise<{ name: string; title: string; labels: string[] }[]> {
  const parts = filters.flatMap(({ dimension, keys }, n) => {
    const { label } = planDimension(ctx, dimension, n)
    const text = label ? label(sql`k.key`) : sql`null::text`
    return [sql`select ${n}::int as n, k.place, ${text} as label from unnest(${[...keys]}::text[]) with ordinality k(key, place)`]
  })
  if (parts.length === 0) return []
  const rows = await ctx.kernel.db.rows<{ n: number; place: number; label: string | null }>(
    sql`${join(parts, ' union all ')} order by 1, 2`,
  )
  return filters.map(({ dimension, keys }, n) => ({
    name: dimension.name,
    title: dimension.title,
    labels: rows.filter((row) => row.n === n).map(({ label, place }) => toLabel(ctx, dimension, keys[place - 1] ?? null, label)),
  }))
}

/**
 * A report with its groups, totals and comparison. Both periods are read at the same time.
 * @param most maximum number of groups
 */
export async function readReport(ctx: Ctx, request: ReportRequest, most = MOST_GROUPS): Promise<ReportView> {
  const { report, by, measures, period, compared } = request
  const [current, before, filters] = await Promise.all([
    readGroups(ctx, request, period, most),
    compared ? readGroups(ctx, { ...request, filters: withoutDates(request) }, compared) : undefined,
    readFilters(ctx, request),
  ])
  const format = (values: Values) => measures.map(([name, { type }]) => formatValue(type, values.get(name)))
  const titleOf = (key: string) => ctx.kernel.i18n.t(getLanguage(ctx), key)
  const unit = by.length === 1 ? by[0]?.unit : undefined
  const groups = unit ? fillUnits(current.groups, period, unit, request) : current.groups
  const comparedByKey = before && mapCompared(before.groups, request)
  return {
    name: request.name,
    title: titleOf(report.title),
    dated: report.dated === 'period',
    period,
    period_name: request.periodName,
    compared,
    currency: readBaseCurrency(ctx.kernel),
    dimensions: listDimensions(ctx, report).map(({ name, title, unit }) => ({ name, title: titleOf(title), is_date: unit !== undefined })),
    measures: measures.map(([name, { title, type }]) => ({ name, title: titleOf(title), type })),
    by: by.map(({ name }) => name),
    filters: filters.map(({ name, title, labels }) => ({ name, title: titleOf(title), labels })),
    chart: {
      kind: report.chart.kind,
      measures: report.chart.measures.filter((name) => measures.some(([measure]) => measure === name)),
      stacked: report.chart.stacked ?? false,
    },
    groups: groups.map((group): ReportGroup => {
      const match = comparedByKey?.get(JSON.stringify(group.keys))
      return {
        keys: group.keys,
        labels: group.labels,
        values: format(group.values),
        compared: comparedByKey ? (match ? format(match.values) : measures.map(() => null)) : null,
      }
    }),
    more: current.hasMore,
    totals: format(current.totals),
    compared_totals: before ? format(before.totals) : null,
  }
}

/** A filter on a unit of time would leave nothing of the compared period. */
const withoutDates = ({ filters }: ReportRequest): ReportRequest['filters'] => filters.filter(({ dimension }) => !dimension.unit)

/** Groups of the compared period by the keys they are shown with: a unit of time belongs to the unit in the same place of the period. */
function mapCompared(groups: readonly Group[], { by, period, compared }: ReportRequest): Map<string, Group> {
  const shifted = by.map(({ unit }) => {
    if (!unit || !compared) return undefined
    const current = listUnits(period, unit)
    return new Map(listUnits(compared, unit).map((start, n) => [start, current[n]]))
  })
  return new Map(
    groups.map((group) => [JSON.stringify(group.keys.map((key, n) => (shifted[n] ? (shifted[n].get(key ?? '') ?? key) : key))), group]),
  )
}

/** All units of a period in order, also those without facts, unless they are sorted otherwise. */
function fillUnits(groups: Group[], period: Period, unit: DateUnit, { sort, filters, measures }: ReportRequest): Group[] {
  const isInOrder = !sort || (dateUnits as readonly string[]).includes(sort.name)
  const units = listUnits(period, unit)
  if (!isInOrder || units.length > MOST_GROUPS || filters.some(({ dimension }) => dimension.unit)) return groups
  const byKey = new Map(groups.map((group) => [group.keys[0], group]))
  const zero = () => new Map(measures.map(([name, measure]) => [name, 'sum' in measure || 'distinct' in measure ? 0 : null]))
  const filled = units.map((key) => byKey.get(key) ?? { keys: [key], labels: [nameUnit(key, unit)], values: zero() })
  return sort?.isDescending ? filled.toReversed() : filled
}

/** Number of facts behind a request. */
export const countRows = async (ctx: Ctx, request: ReportRequest): Promise<number> =>
  (await readRowsOf<{ total: number }>(ctx, request, countSql(ctx, request)))[0]?.total ?? 0
