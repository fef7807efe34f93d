import {
  account,
  basic,
  type Ctx,
  createStaffCtx,
  defineJob,
  hasPermission,
  type JobPayload,
  join,
  type Kernel,
  sendEmail,
  sql,
  t,
} from 'stoa'
import { mime } from 'stoa/plugins/sheets'
import { scheduleReports } from '../permissions.ts'
import { exportReport, type ReportFormat } from './export-report.ts'
import { parseQuery } from './request.ts'
import { nextTimeSql, type Schedule } from './schedule.ts'

/** Sends a saved report to one recipient. */
export const REPORT_EMAIL = defineJob({
  name: 'reports/email',
  payload: { id: t.id(), account: t.id(), due: t.text() },
  key: ({ id, account, due }) => `report ${id} ${account} ${due}`,
})

/** Number of saved reports that one transaction takes. */
const BATCH = 50

/** Queues the emails of all saved reports that are due and sets their next time, in one transaction. Reports another process handles are skipped. */
export async function queueDueReports({ kernel }: Ctx): Promise<void> {
  const zone = kernel.settings.of(basic).time_zone
  const next = join(
    (['daily', 'weekly', 'monthly'] as const).map((schedule: Schedule) => sql`when ${schedule} then ${nextTimeSql(schedule, zone)}`),
    ' ',
  )
  await kernel.transaction(async (tx) => {
    const due = await tx.rows<{ id: number; account: number; due: string }>(sql`
      with due as (select id, next_at from saved_report where next_at <= now() order by id limit ${BATCH} for update skip locked),
        moved as (update saved_report s set next_at = case s.schedule ${next} end from due where s.id = due.id returning s.id)
      select due.id, r.account_id as account, due.next_at::text as due from due join moved on moved.id = due.id
        join saved_report_recipient r on r.saved_report_id = due.id order by due.id, r.account_id`)
    for (const payload of due) tx.enqueue(REPORT_EMAIL, payload)
  })
}

/**
 * Whether a saved report is still to be sent. A private one is its owner's alone: nobody else could end its emails when the account was disabled,
 * or lost the permission to schedule.
 */
async function isActive(kernel: Kernel, { account_id, shared }: { account_id: number; shared: boolean }): Promise<boolean> {
  if (shared) return true
  const owner = await createStaffCtx(kernel, account_id)
  return owner !== undefined && hasPermission(owner.actor, scheduleReports)
}

/**
 * Sends a saved report with the rights and in the language of its recipient. Nothing is sent to an account that is disabled or may not see the
 * report. A second run of the job sends nothing.
 */
export async function sendReport({ id, account: recipient, due }: JobPayload<typeof REPORT_EMAIL>, { kernel }: Ctx): Promise<void> {
  const saved = await kernel.db.one<{
    report: string
    name: string
    query: string
    format: ReportFormat
    account_id: number
    shared: boolean
    done: boolean
  }>(sql`
    select s.report, s.name, s.query, s.format, s.account_id, s.shared,
      exists (select from report_email e where e.saved_report_id = s.id and e.account_id = r.account_id and e.due_at = ${due}::timestamptz) as done
    from saved_report s join saved_report_recipient r on r.saved_report_id = s.id
    where s.id = ${id} and r.account_id = ${recipient} and s.schedule <> 'none'`)
  const reader = saved && !saved.done && (await isActive(kernel, saved)) ? await createStaffCtx(kernel, recipient) : undefined
  const [address] = reader ? await kernel.query(account).where('id', recipient) : []
  if (!saved || !reader || !address) return
  const request = await parseQuery(reader, saved.report, saved.query).catch(() => undefined)
  if (!request) return
  const pieces: Buffer[] = []
  for await (const piece of exportReport(reader, request, saved.format, 'groups')) pieces.push(piece)
  const { from, to } = request.period
  const say = (key: string, params: Record<string, string>) => kernel.i18n.t(reader.language, `reports:email.${key}`, params)
  const query = new URLSearchParams(saved.query)
  const link = `${kernel.config.publicUrl}/admin/report/${saved.report}${saved.query ? `?${query.toString()}` : ''}`
  await kernel.transaction(async (tx) => {
    const isFirst =
      await tx.run(sql`insert into report_email (saved_report_id, account_id, due_at) values (${id}, ${recipient}, ${due}::timestamptz)
      on conflict do nothing`)
    if (isFirst === 0) return
    await sendEmail(tx, {
      to: address.email,
      subject: say('subject', { name: saved.name, from, to }),
      text: say('text', { name: saved.name, from, to, link }),
      attachments: [{ name: `${request.name}.${saved.format}`, mime: mime[saved.format], content: Buffer.concat(pieces) }],
    })
  })
}
