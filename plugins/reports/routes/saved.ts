import { AppError, basic, type Ctx, f, FORBIDDEN, hasPermission, message, NOT_FOUND, route, sql, t, validationError } from 'stoa'
import { SavedReport } from '../api-types.ts'
import { scheduleReports, shareReports } from '../permissions.ts'
import { getAccountId, savedReport, schedules } from '../resources/saved-report.ts'
import { listReports, parseQuery } from '../services/request.ts'
import { findNextTime, type Schedule } from '../services/schedule.ts'

const { name, query, format } = savedReport.fields
const body = {
  name,
  query,
  shared: f.flag({ default: false }),
  schedule: f.pick(schedules, { default: 'none' }),
  format,
  recipients: f.ids({ default: [], maxItems: 20, docs: 'Accounts that get the report by email; a schedule needs at least one.' }),
}

interface SavedInput {
  report: string
  name: string
  query: string
  shared: boolean
  schedule: Schedule
  format: 'xlsx' | 'csv'
  recipients: number[]
}

function assertPermission(ctx: Ctx, needs: string): void {
  if (!hasPermission(ctx.actor, needs)) throw new AppError(FORBIDDEN, [message('core:error.needs', { needs })])
}

/** Checks the rights and the question of a saved report. @throws AppError FORBIDDEN, INVALID, NOT_FOUND */
async function checkSaved(ctx: Ctx, { report, query, shared, schedule, recipients }: SavedInput): Promise<void> {
  if (shared) assertPermission(ctx, shareReports)
  if (schedule !== 'none') {
    assertPermission(ctx, scheduleReports)
    if (recipients.length === 0) throw validationError({ recipients: message('core:rule.required') })
  }
  await parseQuery(ctx, report, query)
}

async function toRow(ctx: Ctx, input: SavedInput) {
  await checkSaved(ctx, input)
  const { kernel } = ctx
  return { ...input, next_at: await findNextTime(kernel.db, input.schedule, kernel.settings.of(basic).time_zone) }
}

/** What others save of a report exists only for those who may see the report. @throws AppError NOT_FOUND */
function assertVisible(ctx: Ctx, report: string): void {
  if (!listReports(ctx).some(([name]) => name === report)) throw new AppError(NOT_FOUND)
}

/** A saved report that the actor may change: the own one, or a shared one with the permission. @throws AppError NOT_FOUND, FORBIDDEN */
async function findChangeable(ctx: Ctx, id: number): Promise<{ report: string }> {
  const row = await ctx.kernel.resources.get(ctx, savedReport, id)
  if (row.account_id !== getAccountId(ctx)) {
    assertVisible(ctx, row.report)
    assertPermission(ctx, shareReports)
  }
  return row
}

/** `/api/admin/saved_report`: saved reports of the caller and those shared with everybody. */
export const savedRoutes = [
  route({
    on: 'GET /saved_report',
    id: 'saved_report.mine',
    summary: 'Saved reports',
    open: 'signed-in',
    query: { report: f.text({ maxLength: 60 }) },
    response: t.object({ data: t.list(SavedReport) }),
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, query }) => {
      assertVisible(ctx, query.report)
      const data = await kernel.db
        .rows<SavedReport>(sql`select t.id, t.report, t.name, t.query, t.shared, t.account_id = ${getAccountId(ctx)} as own, t.schedule, t.format,
          (select coalesce(json_agg(r.account_id order by r."order", r.account_id), '[]') from saved_report_recipient r
            where r.saved_report_id = t.id) as recipients, t.next_at
        from saved_report t where t.report = ${query.report} and (t.shared or t.account_id = ${getAccountId(ctx)}) order by t.shared, t.name, t.id limit 100`)
      return { data }
    },
  }),
  route({
    on: 'POST /saved_report',
    id: 'saved_report.create',
    summary: 'Save a report',
    open: 'signed-in',
    body: { report: savedReport.fields.report, ...body },
    response: t.row('saved_report'),
    status: 201,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, body }) =>
      kernel.resources.create(ctx, savedReport, { ...(await toRow(ctx, body)), account_id: getAccountId(ctx) }),
  }),
  route({
    on: 'PUT /saved_report/:id',
    id: 'saved_report.update',
    summary: 'Update a saved report',
    open: 'signed-in',
    body,
    response: t.row('saved_report'),
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, body }) => {
      const { report } = await findChangeable(ctx, params.id)
      return kernel.resources.update(ctx, 'saved_report', params.id, await toRow(ctx, { ...body, report }))
    },
  }),
  route({
    on: 'DELETE /saved_report/:id',
    id: 'saved_report.delete',
    summary: 'Delete a saved report',
    open: 'signed-in',
    response: t.object({ id: t.id() }),
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params }) => {
      await findChangeable(ctx, params.id)
      await kernel.resources.remove(ctx, 'saved_report', params.id)
      return { id: params.id }
    },
  }),
]
