import { type Ctx, defineResource, f, sql } from 'stoa'
import { formats } from '../services/export-report.ts'

/** The account id of the actor; 0, which no account has, for other actors. */
export const getAccountId = ({ actor }: Ctx): number => (actor.kind === 'admin' ? actor.id : 0)

/** How often a saved report is sent by email. */
export const schedules = ['none', 'daily', 'weekly', 'monthly'] as const

/** A saved report: what is asked of it, and who gets it by email. It is its owner's, or everybody's who may see the report. */
export const savedReport = defineResource({
  name: 'saved_report',
  // Every account has its own without a permission; the routes check shared ones.
  verbs: [],
  label: 'name',
  fields: {
    report: f.text({ maxLength: 60 }),
    name: f.text({ maxLength: 60 }),
    query: f.text({ default: '', maxLength: 4_000 }),
    account_id: f.one('account'),
    shared: f.flag({ default: false }),
    schedule: f.pick(schedules, { default: 'none' }),
    format: f.pick(formats, { default: 'xlsx' }),
    recipients: f.many('account', { through: 'saved_report_recipient' }),
    next_at: f.maybe(f.instant()),
  },
  scope: (ctx) => sql`(t.shared or t.account_id = ${getAccountId(ctx)})`,
})
