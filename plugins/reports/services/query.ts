import { type Ctx, empty, id, join, type Period, raw, sql, type Sql } from 'stoa'
import { endOfUnit, startOfUnit } from '../domain/periods.ts'
import { type DimensionSql, planDimension } from './dimension-sql.ts'
import type { Computation, Report, ReportSums } from './report.ts'
import type { ReportRequest, RequestedDimension } from './request.ts'

const col = (name: string): Sql => sql`f.${id(name)}`

/** The dimensions of a statement: those of its groups and of its filters, each once. */
function planDimensions(ctx: Ctx, { by, filters }: ReportRequest): Map<string, DimensionSql> {
  const used = new Map([...by, ...filters.map(({ dimension }) => dimension)].map((dimension) => [dimension.name, dimension]))
  return new Map([...used].map(([name, dimension], n) => [name, planDimension(ctx, dimension, n)]))
}

/** SQL: the key of a group, in its own type: a comparison of texts for each row would take longer. */
const keySql = ({ unit }: RequestedDimension, key: Sql): Sql =>
  unit === undefined || unit === 'day' ? key : sql`date_trunc(${raw(`'${unit}'`)}, ${key}::timestamp)::date`

/** SQL: the rows that have one of the keys. */
function filterSql({ dimension, keys }: ReportRequest['filters'][number], key: Sql): Sql {
  const { unit } = dimension
  if (unit) {
    const spans = keys.map((start) => {
      const from = startOfUnit(start ?? '', unit)
      return sql`${key} between ${from}::date and ${endOfUnit(from, unit)}::date`
    })
    return sql`(${join(spans, ' or ')})`
  }
  const named = keys.filter((name) => name !== null)
  const isIn = sql`${key}::text = any(${named}::text[])`
  return keys.includes(null) ? sql`(${isIn} or ${key} is null)` : isIn
}

/** The columns that a measure is computed from; undefined if sums cannot compute it. */
function listMeasureColumns(measure: Computation): readonly string[] | undefined {
  if ('sum' in measure) return measure.once === undefined ? [measure.sum] : [measure.sum, measure.once]
  if ('distinct' in measure) return [measure.distinct]
  if ('latest' in measure) return [measure.latest]
  return 'average' in measure ? undefined : []
}

/** The first sums of a report that have all columns of the dimensions and measures of a request. */
export function findSums({ report, by, filters, measures }: ReportRequest): ReportSums | undefined {
  const needed = [
    ...[...by, ...filters.map(({ dimension }) => dimension)].map(({ column }) => [column]),
    ...measures.map(([, measure]) => listMeasureColumns(measure)),
  ]
  return report.sums?.find(({ columns }) => needed.every((names) => names?.every((name) => name === 'day' || columns.includes(name))))
}

/** SQL: the facts `f` of a period, filtered, with the joins of the dimensions in use. */
function factsSql(
  ctx: Ctx,
  request: ReportRequest,
  { period, plans, facts = request.report.facts }: { period: Period; plans: ReadonlyMap<string, DimensionSql>; facts?: Report['facts'] },
): Sql {
  const joins = [...plans.values()].flatMap(({ join: joined }) => (joined ? [joined] : []))
  const conditions = request.filters.map((filter) =>
    filterSql(filter, plans.get(filter.dimension.name)?.key ?? col(filter.dimension.column)),
  )
  return sql`(${facts(ctx, period)}) f ${joins.length > 0 ? join(joins, ' ') : empty}${conditions.length > 0 ? sql` where ${join(conditions, ' and ')}` : empty}`
}

/**
 * SQL: adds a value up once for each key. A large multiple of the key makes equal values of different keys distinct, and is subtracted again
 * ("symmetric aggregate").
 */
function sumOnceSql(value: string, key: string): Sql {
  const multiple = sql`${col(key)} * 1e24::numeric`
  return sql`coalesce(sum(distinct ${multiple} + ${col(value)}) - sum(distinct ${multiple}) filter (where ${col(value)} is not null), 0)::bigint`
}

const aggregateSql = (measure: Computation): Sql | undefined => {
  if ('sum' in measure)
    return measure.once === undefined ? sql`coalesce(sum(${col(measure.sum)}), 0)::bigint` : sumOnceSql(measure.sum, measure.once)
  if ('latest' in measure) return sql`max(${col(measure.latest)}) - date '1970-01-01'`
  if ('distinct' in measure) return sql`count(distinct ${col(measure.distinct)})`
  if ('average' in measure) return sql`avg(${col(measure.average)})::float8`
  return undefined
}

/** A row of the grouped query: keys `k0`, `k1`, labels `l0`, `l1`, and the measures that SQL computes, by name. */
export type GroupedRow = Record<string, string | number | null> & { is_total: number }

/**
 * SQL: the groups of a period with their labels, and the totals in the same statement. The totals come first.
 * @param most maximum number of groups
 */
export function groupedSql(ctx: Ctx, request: ReportRequest, period: Period, most: number): Sql {
  const { by, measures } = request
  const plans = planDimensions(ctx, request)
  const keys = by.map(
    (dimension, n) => sql`${keySql(dimension, plans.get(dimension.name)?.key ?? col(dimension.column))} as ${id(`key${n}`)}`,
  )
  const names = by.map((_, n) => id(`key${n}`))
  const texts = by.map((_, n) => sql`${id(`key${n}`)}::text as ${id(`k${n}`)}`)
  const values = measures.flatMap(([name, measure]) => {
    const aggregate = aggregateSql(measure)
    return aggregate ? [sql`${aggregate} as ${id(name)}`] : []
  })
  const { facts } = findSums(request) ?? request.report
  const inner = sql`select ${join([...keys, sql`f.*`])} from ${factsSql(ctx, request, { period, plans, facts })}`
  const isTotal = names.length > 0 ? sql`grouping(${join(names)})` : sql`1`
  const groups = names.length > 0 ? sql`group by grouping sets ((${join(names)}), ())` : empty
  const labels = by.flatMap(({ name }, n) => {
    const label = plans.get(name)?.label
    return label ? [sql`${label(sql`g.${id(`k${n}`)}`)} as ${id(`l${n}`)}`] : []
  })
  const order = sql`is_total desc, ${orderSql(request)}`
  return sql`select ${join([sql`g.*`, ...labels])} from (
      select * from (select ${join([...texts, sql`${isTotal} as is_total`, ...values])} from (${inner}) f ${groups}) x order by ${order} limit ${most + 2}
    ) g order by ${order}`
}

/** SQL: the requested order, then the keys, so that the order is the same each time. Time comes first, then the largest number. */
function orderSql({ by, measures, sort, report }: ReportRequest): Sql {
  const direction = (isDescending: boolean) => (isDescending ? raw('desc nulls last') : raw('asc nulls last'))
  // Numbers are compared by their length first.
  const keyOrder = (n: number) => (by[n]?.isOrdered ? [sql`length(${id(`k${n}`)})`, id(`k${n}`)] : [id(`k${n}`)])
  const keys = by.flatMap((_, n) => keyOrder(n))
  const isStored = (name: string) => measures.some(([measure, computation]) => measure === name && aggregateSql(computation))
  const requested = sort && (isStored(sort.name) || by.some(({ name }) => name === sort.name)) ? sort : null
  const largest = report.chart.measures.find(isStored)
  const isInOrder = by[0]?.unit !== undefined || by[0]?.isOrdered === true
  const first = requested ?? (isInOrder || !largest ? null : { name: largest, isDescending: true })
  if (!first) return keys.length > 0 ? join(keys.map((key) => sql`${key} asc nulls last`)) : sql`1`
  const place = by.findIndex(({ name }) => name === first.name)
  const terms = place < 0 ? [id(first.name)] : keyOrder(place)
  return join([...terms.map((term) => sql`${term} ${direction(first.isDescending)}`), ...keys])
}

/** SQL: the facts behind a number, newest first; `after` is the `id` of the last row of the page before. */
export function rowsSql(ctx: Ctx, request: ReportRequest, columns: readonly string[], limit: number, offset: number): Sql {
  const { report } = request
  const order = report.dated === 'period' ? sql`f.day desc, f.id desc` : sql`f.id desc`
  return sql`select ${join([...columns.map((name) => sql`${col(name)} as ${id(name)}`), sql`${report.link ?? sql`null`} as link`])}
    from ${factsSql(ctx, request, { period: request.period, plans: planDimensions(ctx, request) })} order by ${order} limit ${limit} offset ${offset}`
}

/** SQL: number of facts behind a number. */
export function countSql(ctx: Ctx, request: ReportRequest): Sql {
  const sums = findSums({ ...request, measures: [] })
  const count = sums ? sql`coalesce(sum(${col(sums.count)}), 0)` : sql`count(*)`
  const { facts } = sums ?? request.report
  return sql`select ${count}::int as total from ${factsSql(ctx, request, { period: request.period, plans: planDimensions(ctx, request), facts })}`
}
