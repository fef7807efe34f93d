import { defineRecord, f, sql } from 'stoa'
import { FORMS } from 'stoa/plugins/forms'
import { fullNameSql } from 'stoa/plugins/people'
import { bookingColumns } from './booking-columns.ts'
import { moves } from '../domain/statuses.ts'
import { approved, asked, called, dropped, givenUp, mustBePaid, rejected } from '../services/effects.ts'
import { hereSql } from '../services/door/seats.ts'
import { allHere, nobodyHere, restAbsent } from '../services/door/effects.ts'

const reason = f.text({ default: '', maxLength: 500 })

/** Places at a time of an event, for somebody. What it says was settled when it was made; its status changes by moves, its time by being moved. */
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
  // What is only held while somebody makes up their mind is nobody's booking yet.
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
    here: { field: f.maybe(f.text({ list: 8 })), read: () => hereSql },
    answers: {
      field: f.text(),
      read: (ctx) => ctx.kernel.find(FORMS)?.answersSql(ctx, sql`t.form_submission_id`) ?? sql`''`,
    },
  },
  sheet: { columns: [{ name: 'answers', label: 'booking:booking.answers' }], write: ({ answers }) => ({ answers }) },
  states: {
    field: 'status',
    start: 'draft',
    moves: {
      ask: { ...moves.ask, effect: asked },
      expire: { ...moves.expire },
      regain: { ...moves.regain },
      approve: { ...moves.approve, guard: mustBePaid, effect: approved },
      reject: { ...moves.reject, input: { reason }, effect: rejected },
      attend: { ...moves.attend, effect: allHere },
      arrive: { ...moves.arrive, input: { reason } },
      leave: { ...moves.leave },
      miss: { ...moves.miss, effect: nobodyHere },
      complete: { ...moves.complete, effect: restAbsent },
      flag: { ...moves.flag, input: { reason: f.text({ maxLength: 500 }) } },
      cancel: { ...moves.cancel, input: { reason, percent: f.percent({ default: '100', min: 0, max: 100 }) }, effect: called },
      drop: { ...moves.drop, input: { reason }, effect: dropped },
      refunded: { ...moves.refunded, effect: givenUp },
    },
  },
})
