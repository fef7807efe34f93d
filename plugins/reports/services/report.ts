import { Type } from '@sinclair/typebox'
import { type Ctx, extensionPoint, type Period, type Sql, t } from 'stoa'

/** Types of numbers: amounts of the base currency, counts, shares of one, numbers of days. */
export const measureTypes = ['money', 'count', 'percent', 'days'] as const
export type MeasureType = (typeof measureTypes)[number]

/** How a number is computed from the rows of a group. `ratio` and `difference` name two other measures. */
export type Computation =
  | { sum: string }
  | { distinct: string }
  | { average: string }
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
  /** A field of that resource which is the key instead: a relation, or a plain value. Only the first of several related rows counts. */
  via?: string
  /** Prefix of message keys of a closed list of keys: `stock:movement.kind_` for `stock:movement.kind_sale`. A plain `via` field has those of its options. */
  messages?: string
}

/** A column of the rows behind a number. */
export interface RowColumn {
  title: string
  column: string
  type: 'text' | 'day' | MeasureType
  /** Prefix of message keys of a closed list of values, as in a dimension. */
  messages?: string
}

/** The chart of a report. */
export interface ReportChart {
  kind: 'line' | 'column' | 'bar'
  /** Its measures; those the reader may not see are left out. */
  measures: readonly string[]
  stacked?: boolean
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
  /**
   * SQL query of the facts in the row scope of the reader. Columns: a unique `id`, `day` if dated, and those that measures, dimensions and rows
   * name. Amounts are minor units of the base currency.
   */
  facts(ctx: Ctx, period: Period): Sql
  dimensions: Readonly<Record<string, Dimension>>
  measures: Readonly<Record<string, Measure>>
  /** Dimensions of the first view. Dated reports also have `day`, `week`, `month`, `quarter` and `year`. */
  groupBy: readonly string[]
  chart: ReportChart
  /** Columns of the rows behind a number; the measures that are sums follow them. */
  rows: readonly RowColumn[]
  /** SQL text: the admin page of a row of the facts `f`. */
  link?: Sql
}

const message = Type.String({ pattern: '^[a-z][a-z0-9_-]*:[a-z0-9_.]+$' })
const column = Type.String({ pattern: '^[a-z][a-z0-9_]*$' })

/** Reports of plugins, by the last part of their path. */
export const REPORTS = extensionPoint<Report>('reports/reports', {
  description: 'reports, by the last part of their path',
  schema: Type.Object({
    title: message,
    order: Type.Number(),
    needs: Type.String({ minLength: 1 }),
    dated: t.pick(['period', 'now']),
    dimensions: Type.Record(
      column,
      Type.Object({
        title: message,
        column,
        of: Type.Optional(column),
        via: Type.Optional(column),
        messages: Type.Optional(Type.String()),
      }),
    ),
    measures: Type.Record(column, Type.Object({ title: message, type: t.pick(measureTypes) })),
    groupBy: Type.Array(Type.String()),
    chart: Type.Object({ kind: t.pick(['line', 'column', 'bar']), measures: Type.Array(Type.String(), { minItems: 1 }) }),
    rows: Type.Array(Type.Object({ title: message, column })),
  }),
})
