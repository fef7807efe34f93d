import {
  basic,
  checkInput,
  comparedPeriod,
  type Ctx,
  AppError,
  f,
  getDateIn,
  hasPermission,
  message,
  NOT_FOUND,
  type ParsedFields,
  type Period,
  type PeriodName,
  periodNames,
  resolvePeriod,
  validationError,
} from 'stoa'
import { chooseUnit, dateUnits, type DateUnit } from '../domain/periods.ts'
import { isDimensionVisible } from './dimension-sql.ts'
import { REPORT_FILES } from './files/load-report-files.ts'
import { type Dimension, type Measure, type Report, REPORT_DIMENSIONS, REPORTS } from './report.ts'

/** What is asked of a report, as in the query string of its page. */
export const requestFields = {
  period: f.maybe(f.pick(periodNames, { docs: 'A period that moves with the day, instead of `from` and `to`.' })),
  from: f.maybe(f.date({ docs: 'First day, on the clock of the shop.' })),
  to: f.maybe(f.date({ docs: 'Last day.' })),
  compare: f.pick(['none', 'previous', 'year'], {
    default: 'none',
    docs: 'The period to compare with: the one before, or the same a year earlier.',
  }),
  by: f.maybe(f.text({ maxLength: 200, docs: 'Dimensions to group by, separated by commas; the default of the report when absent.' })),
  filter: f.text({ default: '', maxLength: 4_000, docs: 'JSON: keys by dimension, `{"store": ["3", null]}`.' }),
  sort: f.maybe(f.text({ maxLength: 60, docs: 'A measure or dimension; `-` in front for descending.' })),
}

/** The earliest and latest day of a period, and its longest length in days. */
const EARLIEST = '1990-01-01'
const LATEST = '2199-12-31'
const MOST_DAYS = 3_700
/** Maximum number of dimensions of one view. */
const MOST_DIMENSIONS = 3

/** A dimension of a request; dated ones have a unit. */
export interface RequestedDimension extends Dimension {
  name: string
  unit?: DateUnit
}

/** A validated request. */
export interface ReportRequest {
  name: string
  report: Report
  period: Period
  /** Name of the period; null for one of given days. */
  periodName: PeriodName | null
  compared: Period | null
  by: readonly RequestedDimension[]
  filters: readonly { dimension: RequestedDimension; keys: readonly (string | null)[] }[]
  measures: readonly (readonly [string, Measure])[]
  sort: { name: string; isDescending: boolean } | null
}

/** What is asked of a report, parsed. */
export type RequestInput = ParsedFields<typeof requestFields>

/** A report with the dimensions that other plugins add to it. */
function withAddedDimensions({ kernel }: Pick<Ctx, 'kernel'>, name: string, report: Report): Report {
  const added = [...kernel.contributions(REPORT_DIMENSIONS).values()].filter((other) => other.report === name)
  if (added.length === 0) return report
  return { ...report, dimensions: { ...report.dimensions, ...Object.fromEntries(added.map((other) => [other.name, other.dimension])) } }
}

/** The reports of the reader, in order. */
export const listReports = (ctx: Ctx): (readonly [string, Report])[] =>
  [...ctx.kernel.contributions(REPORTS), ...ctx.kernel.get(REPORT_FILES).reports]
    .map(([name, report]) => [name, withAddedDimensions(ctx, name, report)] as const)
    .filter(([, { needs }]) => hasPermission(ctx.actor, needs))
    .sort(([, one], [, two]) => one.order - two.order)

/** Today, on the clock of the shop. */
export const getToday = ({ kernel }: Pick<Ctx, 'kernel'>): string => getDateIn(kernel.settings.of(basic).time_zone)

/** The measures of a report that the reader may see. A computed one needs those it is computed from. */
export function listMeasures(ctx: Ctx, { measures }: Report): (readonly [string, Measure])[] {
  const isVisible = (name: string): boolean => {
    const measure = measures[name]
    if (!measure || (measure.needs !== undefined && !hasPermission(ctx.actor, measure.needs))) return false
    const parts = 'ratio' in measure ? measure.ratio : 'difference' in measure ? measure.difference : []
    return parts.every(isVisible)
  }
  return Object.entries(measures).filter(([name]) => isVisible(name))
}

/** The dimensions of a report that the reader has: the units of time of a dated one, then its own. */
export const listDimensions = (ctx: Ctx, { dated, dimensions, units = dateUnits }: Report): RequestedDimension[] => [
  ...(dated === 'period' ? units.map((unit) => ({ name: unit, title: `reports:unit.${unit}`, column: 'day', unit })) : []),
  ...Object.entries(dimensions).flatMap(([name, dimension]) => (isDimensionVisible(ctx, dimension) ? [{ ...dimension, name }] : [])),
]

/** Validates what a saved query string asks of a report. @throws AppError NOT_FOUND, INVALID by field */
export const parseQuery = async (ctx: Ctx, name: string, query: string): Promise<ReportRequest> =>
  parseRequest(ctx, name, await checkInput(requestFields, Object.fromEntries(new URLSearchParams(query)), true))

/** Validates what is asked of a report. @throws AppError NOT_FOUND for a report the reader may not see, INVALID by field */
export function parseRequest(ctx: Ctx, name: string, input: RequestInput): ReportRequest {
  const report = new Map(listReports(ctx)).get(name)
  if (!report) throw new AppError(NOT_FOUND)
  return toRequest(ctx, name, report, input)
}

const firstView: RequestInput = { period: null, from: null, to: null, compare: 'none', by: null, filter: '', sort: null }

/** Validates what is asked of a given report; its first view without an input. @throws AppError INVALID by field */
export function toRequest(ctx: Ctx, name: string, report: Report, input: RequestInput = firstView): ReportRequest {
  const dimensions = new Map(listDimensions(ctx, report).map((dimension) => [dimension.name, dimension]))
  const periodName = input.period ?? (input.from || input.to ? null : (report.period ?? 'last_30_days'))
  const period = parsePeriod(ctx, report, { ...input, period: periodName })
  const by = parseDimensions(
    dimensions,
    input.by ??
      report.groupBy
        .map((name) => (name === 'day' ? chooseUnit(period) : name))
        .filter((name) => dimensions.has(name))
        .join(),
  )
  const measures = listMeasures(ctx, report)
  return {
    name,
    report,
    period,
    periodName,
    compared: report.dated === 'now' || input.compare === 'none' ? null : comparedPeriod(period, input.compare),
    by,
    filters: parseFilters(dimensions, input.filter),
    measures,
    sort: parseSort(input.sort, new Set([...by.map((dimension) => dimension.name), ...measures.map(([measure]) => measure)]), report),
  }
}

function parsePeriod(ctx: Ctx, { dated }: Report, { period, from, to }: RequestInput): Period {
  const today = getToday(ctx)
  if (dated === 'now') return { from: today, to: today }
  if (period) return resolvePeriod(period, today)
  if (!from) throw validationError({ from: message('core:rule.required') })
  if (!to) throw validationError({ to: message('core:rule.required') })
  if (from < EARLIEST) throw validationError({ from: message('reports:error.early', { day: EARLIEST }) })
  if (to > LATEST) throw validationError({ to: message('reports:error.late', { day: LATEST }) })
  if (to < from) throw validationError({ to: message('reports:error.order') })
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 >= MOST_DAYS)
    throw validationError({ to: message('reports:error.long', { count: MOST_DAYS }) })
  return { from, to }
}

function parseDimensions(dimensions: ReadonlyMap<string, RequestedDimension>, text: string): RequestedDimension[] {
  const names = [...new Set(text.split(',').filter(Boolean))]
  if (names.length > MOST_DIMENSIONS) throw validationError({ by: message('reports:error.dimensions', { count: MOST_DIMENSIONS }) })
  return names.map((name) => {
    const dimension = dimensions.get(name)
    if (!dimension) throw validationError({ by: message('core:rule.choice') })
    return dimension
  })
}

function parseFilters(dimensions: ReadonlyMap<string, RequestedDimension>, text: string): ReportRequest['filters'] {
  if (text === '') return []
  const invalid = () => validationError({ filter: message('reports:error.filter') })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid()
  return Object.entries(value).map(([name, keys]) => {
    const dimension = dimensions.get(name)
    if (!dimension || !isKeys(keys) || (dimension.unit && !keys.every(isDay))) throw invalid()
    return { dimension, keys }
  })
}

const isKeys = (keys: unknown): keys is (string | null)[] =>
  Array.isArray(keys) &&
  keys.length > 0 &&
  keys.length <= 100 &&
  keys.every((key) => key === null || (typeof key === 'string' && key.length <= 200 && !key.includes('\0')))

const isDay = (key: string | null): boolean =>
  key !== null &&
  /^\d{4}-\d{2}-\d{2}$/.test(key) &&
  key >= EARLIEST &&
  key <= LATEST &&
  !Number.isNaN(Date.parse(key)) &&
  new Date(key).toISOString().startsWith(key)

/** A measure that the reader may not see orders nothing: people with other rights share reports that are ordered by it. */
function parseSort(text: string | null, names: ReadonlySet<string>, { measures }: Report): ReportRequest['sort'] {
  if (!text) return null
  const name = text.replace(/^-/, '')
  if (!names.has(name) && Object.hasOwn(measures, name)) return null
  if (!names.has(name)) throw validationError({ sort: message('core:rule.choice') })
  return { name, isDescending: text.startsWith('-') }
}
