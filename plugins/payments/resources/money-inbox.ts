import { column, defineRecord, f, type TransitionContext, sql } from 'stoa'
import type { Discrepancy } from '../services/payable-documents.ts'

const fixed = { readOnly: true } as const

/** Reasons of unmatched payments; the messages tell what to do. */
export const unmatchedReasons = [
  'late',
  'twice',
  'amount',
  'chargeback',
  'unknown',
  'refund_failed',
] as const satisfies readonly Discrepancy[]

/** Payments with a discrepancy, for staff to resolve. No entry is resolved automatically. */
export const moneyInbox = defineRecord({
  name: 'money_inbox',
  events: [],
  internal: { resolved_by: column('bigint') },
  path: 'payment/inbox',
  verbs: ['get', 'export'],
  label: 'subject',
  sortBy: '-id',
  locked: true,
  listCreated: true,
  fields: {
    subject: f.text({ ...fixed, list: 1, search: true }),
    reason: f.pick(unmatchedReasons, { ...fixed, list: 2, filter: true }),
    amount: f.money({ ...fixed, list: 3 }),
    currency: f.maybe(f.text({ ...fixed, list: 4 })),
    detail: f.text({ ...fixed, default: '' }),
    status: f.pick(['pending', 'completed'], { ...fixed, list: 5, filter: true, widget: 'status' }),
    payment_id: f.maybe(f.one('payment', fixed)),
    note: f.area({ ...fixed, default: '' }),
    resolved_at: f.maybe(f.instant(fixed)),
    // The page shows a link to it beside the form.
    document_type: f.maybe(f.text({ ...fixed, sheet: false, list: false, form: false })),
    document_id: f.maybe(f.int({ ...fixed, sheet: false, list: false, form: false })),
  },
  states: {
    field: 'status',
    initial: 'pending',
    transitions: {
      resolve: {
        from: ['pending'],
        to: 'completed',
        intent: 'success',
        input: { note: f.area({ maxLength: 1_000 }) },
        effect: recordResolution,
      },
      reopen: { from: ['completed'], to: 'pending' },
    },
  },
})

async function recordResolution({ ctx, tx, row, input }: TransitionContext): Promise<void> {
  await tx.run(
    sql`update money_inbox set note = ${String(input.note)}, resolved_by = ${'id' in ctx.actor ? ctx.actor.id : null}, resolved_at = now() where id = ${row.id}`,
  )
}
