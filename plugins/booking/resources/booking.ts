import { defineRecord, f, sql } from 'stoa'
import { FORMS } from 'stoa/plugins/forms'
import { fullNameSql } from 'stoa/plugins/people'
import { bookingColumns } from './booking-columns.ts'
import { transitions } from '../domain/statuses.ts'
import {
  afterApproved,
  afterRequested,
  afterCanceled,
  afterDropped,
  afterRefunded,
  assertPaid,
  afterRejected,
} from '../services/effects.ts'
import { presentSql } from '../services/check-in/seats.ts'
import { markAllPresent, markAllAbsent, markRestAbsent } from '../services/check-in/effects.ts'

const reason = f.text({ default: '', maxLength: 500 })

/**
 * Places at a time of an event for a customer. Its content is fixed on creation; its status changes by transitions,
 * its time by rescheduling.
 */
export const booking = defineRecord({
  ...bookingColumns,
  events: ['booking.made', 'booking.approved', 'booking.moved', 'booking.canceled'],
  path: 'booking/history',
  label: 'number',
  match: 'number',
  verbs: ['get', 'update', 'export'],
  sortBy: '-starts_at',
  locked: true,
  listStamps: false,
  // Holds are not listed as bookings.
  where: sql`t.asked_at is not null`,
  columns: {
    when: {
      field: f.text({ list: 3 }),
      sortBy: 'starts_at',
      read: () => sql`to_char(t.starts_at at time zone t.zone, 'YYYY-MM-DD HH24:MI')`,
    },
    customer: {
      field: f.text({ list: 5 }),
      read: () => sql`coalesce(nullif(${fullNameSql(sql`t.first_name`, sql`t.last_name`)}, ''), t.email)`,
    },
    here: { field: f.maybe(f.text({ list: 8 })), read: () => presentSql },
    answers: {
      field: f.text(),
      read: (ctx) => ctx.kernel.find(FORMS)?.answersSql(ctx, sql`t.form_submission_id`) ?? sql`''`,
    },
  },
  sheet: { columns: [{ name: 'answers', label: 'booking:booking.answers' }], write: ({ answers }) => ({ answers }) },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      ask: { ...transitions.ask, effect: afterRequested },
      expire: { ...transitions.expire },
      regain: { ...transitions.regain },
      approve: { ...transitions.approve, guard: assertPaid, effect: afterApproved },
      reject: { ...transitions.reject, input: { reason }, effect: afterRejected },
      attend: { ...transitions.attend, effect: markAllPresent },
      arrive: { ...transitions.arrive, input: { reason } },
      leave: { ...transitions.leave },
      miss: { ...transitions.miss, effect: markAllAbsent },
      complete: { ...transitions.complete, effect: markRestAbsent },
      flag: { ...transitions.flag, input: { reason: f.text({ maxLength: 500 }) } },
      cancel: { ...transitions.cancel, input: { reason, percent: f.percent({ default: '100', min: 0, max: 100 }) }, effect: afterCanceled },
      drop: { ...transitions.drop, input: { reason }, effect: afterDropped },
      refunded: { ...transitions.refunded, effect: afterRefunded },
    },
  },
})
