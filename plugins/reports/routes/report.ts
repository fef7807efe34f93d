import { type Ctx, AppError, f, media, NOT_FOUND, route, t } from 'stoa'
import { mime, sendFile } from 'stoa/plugins/sheets'
import { ReportRows, ReportSummary, ReportView } from '../api-types.ts'
import { contents, exportReport, formats } from '../services/export-report.ts'
import { getLanguage, readReport } from '../services/read-report.ts'
import { REPORT_FILES } from '../services/files/load-report-files.ts'
import { readRows } from '../services/read-rows.ts'
import { REPORTS } from '../services/report.ts'
import { listReports, parseRequest, requestFields } from '../services/request.ts'

/** Permission to see the list of reports in the menu. Each report needs a permission of its own. */
export const seeReports = 'get report'

const params = { report: f.text({ maxLength: 60 }) }

/** The permission of the report in the path. @throws AppError NOT_FOUND */
function getNeeds({ kernel }: Ctx, { report = '' }: Readonly<Record<string, string>>): string {
  const found = kernel.contributions(REPORTS).get(report) ?? kernel.get(REPORT_FILES).reports.get(report)
  if (!found) throw new AppError(NOT_FOUND)
  return found.needs
}

/** `/api/admin/report`: reports, the rows behind their numbers, and files. */
export const reportRoutes = [
  route({
    on: 'GET /report',
    id: 'report.list',
    summary: 'Reports that the caller may see',
    open: 'signed-in',
    response: t.object({ data: t.list(ReportSummary) }),
    run: ({ kernel, ctx }) => ({
      data: listReports(ctx).map(([name, { title }]) => ({ name, title: kernel.i18n.t(getLanguage(ctx), title) })),
    }),
  }),
  route({
    on: 'GET /report/:report',
    id: 'report.read',
    summary: 'A report: groups, totals and comparison',
    open: 'signed-in',
    getNeeds,
    params,
    query: requestFields,
    response: ReportView,
    errors: [NOT_FOUND],
    run: ({ ctx, params, query }) => readReport(ctx, parseRequest(ctx, params.report, query)),
  }),
  route({
    on: 'GET /report/:report/rows',
    id: 'report.rows',
    summary: 'The rows behind a number of a report',
    description: 'The filter names the group: `{"store": ["3"]}`. The sums of the rows are the numbers of the group.',
    open: 'signed-in',
    getNeeds,
    params,
    query: { ...requestFields, page: f.int({ min: 1, max: 100_000, default: 1 }), limit: f.int({ min: 1, max: 100, default: 20 }) },
    response: ReportRows,
    errors: [NOT_FOUND],
    run: ({ ctx, params, query: { page, limit, ...query } }) => readRows(ctx, parseRequest(ctx, params.report, query), { page, limit }),
  }),
  route({
    on: 'GET /report/:report/export',
    id: 'report.export',
    summary: 'A report as a file: its groups, or the rows behind them',
    open: 'signed-in',
    getNeeds,
    params,
    query: { ...requestFields, format: f.pick(formats, { default: 'xlsx' }), content: f.pick(contents, { default: 'groups' }) },
    response: media(mime.xlsx),
    errors: [NOT_FOUND],
    streams: true,
    run: ({ ctx, params, query: { format, content, ...query }, reply }) =>
      sendFile(reply, format, 'export list', exportReport(ctx, parseRequest(ctx, params.report, query), format, content)),
  }),
]
