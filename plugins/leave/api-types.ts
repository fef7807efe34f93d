import { type Shape, t } from 'stoa'
import { ledgerKinds } from './domain/ledger-kinds.ts'
import { leaveStatuses } from './domain/statuses.ts'

const unit = t.pick(['day', 'half_day', 'hour'])
const kind = t.pick(['work', 'rest', 'holiday'])
const part = t.pick(['full', 'am', 'pm'])

const ledgerRow = t.object({
  id: t.id(),
  kind: t.pick(ledgerKinds),
  days: t.number('Days added, or removed when negative.'),
  valid_from: t.day(),
  valid_to: t.maybe(t.day()),
  note: t.text(),
  leave: t.maybe(t.object({ id: t.id(), number: t.text() })),
  is_valid: t.flag('Whether it counts in the balance on the date.'),
  created_at: t.dateTime(),
})

/** The ledger rows behind a balance. */
export const LedgerRows = t.object({ date: t.day(), days: t.number('Sum of the valid rows.'), data: t.list(ledgerRow) })
export type LedgerRows = Shape<typeof LedgerRows>

/** Balances of employees by type on a date. */
export const Balances = t.object({
  date: t.day(),
  more: t.flag('Whether there are further rows.'),
  data: t.list(
    t.object({
      employee_id: t.id(),
      employee: t.text(),
      type_id: t.id(),
      type: t.text(),
      unit,
      needs_balance: t.flag(),
      days: t.number(),
      taken: t.number('Days taken by the rows that are valid on the date.'),
      pending: t.number('Days of requests that wait for approval.'),
      valid_until: t.maybe(t.day('First day on which days of the balance expire.')),
    }),
  ),
})
export type Balances = Shape<typeof Balances>

/** A leave of the caller. */
export const OwnLeave = t.object({
  id: t.id(),
  number: t.text(),
  type: t.object({ id: t.id(), title: t.text(), unit }),
  start_date: t.day(),
  end_date: t.day(),
  start_half: t.pick(['full', 'pm']),
  end_half: t.pick(['full', 'am']),
  hours: t.maybe(t.number()),
  days: t.number(),
  detail: t.list(t.object({ date: t.day(), fraction: t.number() })),
  reason: t.text(),
  status: t.pick(leaveStatuses),
  approval_step: t.pick(['manager', 'hr']),
  approver: t.maybe(t.text()),
  decided_at: t.maybe(t.dateTime()),
  decision_note: t.text(),
  document: t.maybe(t.object({ name: t.text(), url: t.text('Expires after some minutes.') })),
  can_cancel: t.flag(),
  created_at: t.dateTime(),
})
export type OwnLeave = Shape<typeof OwnLeave>

/** Balances and leaves of the caller. */
export const OwnLeaves = t.object({
  today: t.day('Today in the time zone of the employee.'),
  balances: t.list(
    t.object({
      type_id: t.id(),
      type: t.text(),
      unit,
      needs_balance: t.flag(),
      days: t.number(),
      taken: t.number(),
      pending: t.number(),
      valid_until: t.maybe(t.day()),
    }),
  ),
  leaves: t.list(OwnLeave),
})
export type OwnLeaves = Shape<typeof OwnLeaves>

/** The types of leave the caller can ask for. */
export const OwnLeaveTypes = t.object({
  today: t.day(),
  data: t.list(
    t.object({
      id: t.id(),
      title: t.text(),
      unit,
      needs_balance: t.flag(),
      needs_document_over_days: t.maybe(t.number()),
      min_notice_days: t.int(),
    }),
  ),
})
export type OwnLeaveTypes = Shape<typeof OwnLeaveTypes>

/** What a request would cost, and why it would be refused. */
export const LeavePreview = t.object({
  days: t.number(),
  detail: t.list(
    t.object({ date: t.day(), part, kind, fraction: t.number(), returned: t.number('Days that a statutory holiday gives back.') }),
  ),
  balance_before: t.maybe(t.number()),
  balance_after: t.maybe(t.number()),
  pending: t.number('Days of other requests of the type that wait for approval. They are subtracted from both balances.'),
  problems: t.list(t.object({ field: t.text(), reason: t.text() })),
})
export type LeavePreview = Shape<typeof LeavePreview>

/** A leave for those who decide on it, with what the decision needs. */
export const LeaveContext = t.object({
  employee: t.text(),
  type: t.text(),
  unit,
  balance: t.maybe(t.number('Balance on the first date.')),
  pending: t.number('Days of all requests of the type that wait for approval, with this one.'),
  detail: t.list(t.object({ date: t.day(), part, kind, fraction: t.number() })),
  colleagues: t.list(t.object({ name: t.text(), start_date: t.day(), end_date: t.day() })),
  may_endorse: t.flag(),
  may_approve: t.flag(),
  may_reject: t.flag(),
})
export type LeaveContext = Shape<typeof LeaveContext>

/** The status history of a leave. */
export const LeaveHistory = t.object({
  data: t.list(
    t.object({
      at: t.dateTime(),
      from_status: t.maybe(t.text()),
      to_status: t.text(),
      reason: t.text(),
      who: t.text('Name of an account, or system.'),
    }),
  ),
})

/** A created leave. */
export const CreatedLeave = t.object({ id: t.id() })
