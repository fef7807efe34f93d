import { Type } from '@sinclair/typebox'
import { type Ctx, extensionPoint, type Period, type PeriodName, periodNames, type Sql, t } from 'stoa'
import { type DateUnit, dateUnits } from '../domain/periods.ts'

/** Types of values: amounts of the base currency, counts, shares of one, numbers of days, and calendar days. */
export const measureTypes = ['money', 'count', 'percent', 'days', 'day'] as const
export type MeasureType = (typeof measureTypes)[number]

/**
 * How a value is computed from the rows of a group. `ratio` and `difference` name two other measures. `latest` is the last day of a column.
 * `sum` with `once` adds an integer up once for each key of a numeric column, which determines it: an order with two promotions is one order.
 */
export type Computation =
  | { sum: string; once?: string }
  | { distinct: string }
  | { average: string }
  | { latest: string }
  | { ratio: readonly [string, string] }
  | { difference: readonly [string, string] }

/** A number of a report. */
export type Measure = {
  /** Message key, such as `sales:report.net`. */
  title: string
  type: MeasureType
  /** Permission to see it, beside that of the report. Without it the number is not computed. */
  needs?: string
} & Computation

/** A property by which rows are grouped and filtered. */
export interface Dimension {
  title: string
  /** Column of the facts: the key, or the id of a row of `of`. Null is shown as "None". */
  column: string
  /** The resource that the column identifies. Its rows are shown by their label, to readers who may see them; others do not have the dimension. */
  of?: string
  /** A field of that resource which is the key instead: a relation, or a plain value. Of several related rows the first one counts, such as the main category of a product. */
  via?: string
  /** SQL: the key, computed from the column, such as a subquery. */
  key?: (ctx: Ctx, column: Sql) => Sql
  /** SQL text of a key that is no row of a resource; null shows the key itself. */
  label?: (ctx: Ctx, key: Sql) => Sql
  /** Prefix of message keys of a closed list of keys: `stock:movement.kind_` for `stock:movement.kind_sale`. A plain `via` field has those of its options. */
  messages?: string
  /** Keys are numbers or times of day, and groups are shown in their order instead of the largest first. */
  isOrdered?: boolean
}

/** A dimension that a plugin adds to a report of another plugin. It is read from a column of the facts of that report. */
export interface AddedDimension {
  report: string
  name: string
  dimension: Dimension
}

/** A column of the rows behind a number. */
export interface RowColumn {
  title: string
  column: string
  type: 'text' | 'day' | MeasureType
  /** Prefix of message keys of a closed list of values, as in a dimension. */
  messages?: string
}

/** Charts: of the groups; of the totals (`funnel`); or a table of two dimensions whose cells are shaded by their value (`heat`). */
export const chartKinds = ['line', 'column', 'bar', 'funnel', 'heat'] as const

/** The chart of a report. */
export interface ReportChart {
  kind: (typeof chartKinds)[number]
  /** Its measures; those the reader may not see are left out. */
  measures: readonly string[]
  stacked?: boolean
}

/**
 * Facts that are summed already, by day and some columns. They are read instead of the facts when a request needs no other columns and no averages.
 * They must add up to the same numbers.
 */
export interface ReportSums {
  columns: readonly string[]
  /** The column with the number of facts in a row. */
  count: string
  facts(ctx: Ctx, period: Period): Sql
}

/**
 * A report. Its facts are rows that each belong to one day at most; groups, totals, comparison, filters, the rows behind a number and the files are derived from
 * them.
 */
export interface Report {
  title: string
  /** Place in the list of reports. */
  order: number
  needs: string
  /** `period`: facts have a `day`, and only those of the period are read. `now`: facts are the present state. */
  dated: 'period' | 'now'
  /** Period of the first view; the last 30 days when absent. */
  period?: PeriodName
  /** Units of time by which it is grouped; all when absent. */
  units?: readonly DateUnit[]
  /**
   * SQL query of the facts in the row scope of the reader. Columns: a unique `id`, `day` if dated, and those that measures, dimensions and rows
   * name. Amounts are minor units of the base currency.
   */
  facts(ctx: Ctx, period: Period): Sql
  /** The first sums that have what a request needs are read, so those with the fewest rows come first. */
  sums?: readonly ReportSums[]
  /** Whether the facts come from a file: they are read in a read-only transaction. */
  isFile?: boolean
  dimensions: Readonly<Record<string, Dimension>>
  measures: Readonly<Record<string, Measure>>
  /**
   * Dimensions of the first view. Dated reports also have `day`, `week`, `month`, `quarter` and `year`; `day` gives way to weeks or months
   * where the period is long.
   */
  groupBy: readonly string[]
  chart: ReportChart
  /** Columns of the rows behind a number; the measures that are sums follow them. */
  rows: readonly RowColumn[]
  /** SQL text: the admin page of a row of the facts `f`. */
  link?: Sql
}

const message = Type.String({ pattern: '^[a-z][a-z0-9_-]*:[a-z0-9_.]+$' })
const messagePrefix = Type.String({ pattern: '^[a-z][a-z0-9_-]*:[a-z0-9_.]*[._]$' })
const column = Type.String({ pattern: '^[a-z][a-z0-9_]*$' })
const dimension = Type.Object({
  title: message,
  column,
  of: Type.Optional(column),
  via: Type.Optional(column),
  messages: Type.Optional(messagePrefix),
})

/** Reports of plugins, by the last part of their path. */
export const REPORTS = extensionPoint<Report>('reports/reports', {
  description: 'reports, by the last part of their path',
  schema: Type.Object({
    title: message,
    order: Type.Number(),
    needs: Type.String({ minLength: 1 }),
    dated: t.pick(['period', 'now']),
    period: Type.Optional(t.pick(periodNames)),
    units: Type.Optional(Type.Array(t.pick(dateUnits))),
    dimensions: Type.Record(column, dimension),
    measures: Type.Record(column, Type.Object({ title: message, type: t.pick(measureTypes) })),
    groupBy: Type.Array(Type.String()),
    chart: Type.Object({ kind: t.pick(chartKinds), measures: Type.Array(Type.String(), { minItems: 1 }) }),
    rows: Type.Array(Type.Object({ title: message, column, messages: Type.Optional(messagePrefix) })),
  }),
})

/** Dimensions that plugins add to reports of other plugins. */
export const REPORT_DIMENSIONS = extensionPoint<AddedDimension>('reports/dimensions', {
  description: 'dimensions of reports of other plugins',
  schema: Type.Object({ report: column, name: column, dimension }),
})
