import { type Ctx, readBaseCurrency } from 'stoa'
import { writeCsv, writeXlsx } from 'stoa/plugins/sheets'
import { formatValue, getLanguage, readGroups } from './read-report.ts'
import { listColumns, readRowBatches } from './read-rows.ts'
import type { ReportRequest } from './request.ts'

export const formats = ['xlsx', 'csv'] as const
export type ReportFormat = (typeof formats)[number]

/** The groups of a report, or all rows behind them. */
export const contents = ['groups', 'rows'] as const
export type ReportContent = (typeof contents)[number]

/** Maximum number of groups of a file; a worksheet holds about a million rows. */
const MOST_GROUPS = 1_000_000

type Cell = { text: string; number?: boolean }

/** Streams a report as a file. Memory use does not depend on the number of rows; groups are held, since they are sorted. */
export function exportReport(ctx: Ctx, request: ReportRequest, format: ReportFormat, content: ReportContent): AsyncIterable<Buffer> {
  const write = format === 'xlsx' ? writeXlsx : writeCsv
  const currency = readBaseCurrency(ctx.kernel)
  const t = (key: string) => ctx.kernel.i18n.t(getLanguage(ctx), key)
  const heading = (title: string, type: string) => (type === 'money' ? `${t(title)} (${currency})` : t(title))
  if (content === 'rows') {
    const columns = listColumns(request)
    return write(
      columns.map(({ title, type }) => heading(title, type)),
      rowLines(ctx, request),
    )
  }
  const { by, measures } = request
  return write(
    [...by.map(({ title }) => t(title)), ...measures.map(([, { title, type }]) => heading(title, type))],
    groupLines(ctx, request),
  )
}

async function* rowLines(ctx: Ctx, request: ReportRequest): AsyncGenerator<Cell[][]> {
  const columns = listColumns(request)
  const isNumber = columns.map(({ type }) => type !== 'text' && type !== 'day')
  for await (const batch of readRowBatches(ctx, request))
    yield batch.map((cells) => cells.map((text, n) => ({ text: text ?? '', number: isNumber[n] ?? false })))
}

/** Number of lines written before the event loop gets its turn. */
const LINES = 500

async function* groupLines(ctx: Ctx, request: ReportRequest): AsyncGenerator<Cell[][]> {
  const { measures, by, period } = request
  const { groups, totals } = await readGroups(ctx, request, period, MOST_GROUPS)
  const numbers = (values: ReadonlyMap<string, number | null>) =>
    measures.map(([name, { type }]) => ({ text: formatValue(type, values.get(name)) ?? '', number: type !== 'day' }))
  for (let at = 0; at < groups.length; at += LINES)
    yield groups.slice(at, at + LINES).map(({ labels, values }) => [...labels.map((text) => ({ text })), ...numbers(values)])
  if (by.length > 0)
    yield [[...by.map((_, n) => ({ text: n === 0 ? ctx.kernel.i18n.t(getLanguage(ctx), 'reports:total') : '' })), ...numbers(totals)]]
}
