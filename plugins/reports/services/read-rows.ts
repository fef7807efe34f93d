import { type Ctx, formatMoney } from 'stoa'
import type { ReportRows } from '../api-types.ts'
import { rowsSql } from './query.ts'
import { countRows, formatValue, getLanguage, readGroups, readRowsOf, translateWord } from './read-report.ts'
import type { RowColumn } from './report.ts'
import type { ReportRequest } from './request.ts'

/** Columns of the rows behind a number: those of the report, then the measures that are sums over all rows, so that they add up to the number. */
export function listColumns({ report, measures }: ReportRequest): (RowColumn & { measure?: string })[] {
  const sums = measures.flatMap(([name, measure]) =>
    'sum' in measure && measure.once === undefined
      ? [{ title: measure.title, column: measure.sum, type: measure.type, measure: name }]
      : [],
  )
  return [...report.rows, ...sums]
}

type Fact = Record<string, string | number | null> & { link: string | null }

/** Cells as text: amounts with two decimals, words of closed lists in the language of the reader. */
function toCells(ctx: Ctx, columns: readonly RowColumn[], fact: Fact): (string | null)[] {
  return columns.map(({ column, type, messages }) => {
    const value = fact[column]
    if (value === null || value === undefined) return null
    if (type === 'money') return formatMoney(Number(value))
    if (type === 'text' || type === 'day' || type === 'count')
      return messages === undefined ? String(value) : translateWord(ctx, messages, String(value))
    return formatValue(type, Number(value))
  })
}

/** A page of the rows behind a number, with the sums of all of them. */
export async function readRows(ctx: Ctx, request: ReportRequest, { page, limit }: { page: number; limit: number }): Promise<ReportRows> {
  const columns = listColumns(request)
  const names = [...new Set(columns.map(({ column }) => column))]
  const ungrouped = { ...request, by: [] }
  const [facts, total, { totals }] = await Promise.all([
    readRowsOf<Fact>(ctx, request, rowsSql(ctx, ungrouped, names, limit, (page - 1) * limit)),
    countRows(ctx, ungrouped),
    readGroups(ctx, ungrouped, request.period),
  ])
  const { i18n } = ctx.kernel
  return {
    columns: columns.map(({ title, column, type, measure }) => ({ name: measure ?? column, title: i18n.t(getLanguage(ctx), title), type })),
    data: facts.map((fact) => ({ cells: toCells(ctx, columns, fact), link: fact.link })),
    totals: columns.map(({ measure, type }) =>
      measure === undefined || type === 'text' || type === 'day' ? null : formatValue(type, totals.get(measure)),
    ),
    total,
    page,
    limit,
  }
}

/** Number of facts of one batch of a file. */
const BATCH = 1_000

/** All rows behind a number in batches, for a file. */
export async function* readRowBatches(ctx: Ctx, request: ReportRequest): AsyncGenerator<(string | null)[][]> {
  const columns = listColumns(request)
  const names = [...new Set(columns.map(({ column }) => column))]
  for (let offset = 0; ; offset += BATCH) {
    const facts = await readRowsOf<Fact>(ctx, request, rowsSql(ctx, request, names, BATCH, offset))
    if (facts.length > 0) yield facts.map((fact) => toCells(ctx, columns, fact))
    if (facts.length < BATCH) return
  }
}
