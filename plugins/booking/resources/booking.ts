import { defineResource, f, sql } from '#core'
import { FORMS } from '../../forms/index.ts'
import { fullNameSql } from '../../people/index.ts'
import { bookingFile } from './file.ts'
import { bookingStatuses, moves } from '../domain/statuses.ts'
import { approved, asked, called, dropped, givenUp, mustBePaid, rejected } from '../services/effects.ts'
import { hereSql } from '../services/door/seats.ts'
import { allHere, nobodyHere, restAbsent } from '../services/door/effects.ts'

// Its own screen shows what it says; the form holds what staff may write.
const fixed = { readOnly: true, form: false } as const
const hidden = { ...fixed, sheet: false } as const
const reason = f.text({ default: '', maxLength: 500 })

const fields = {
  number: f.text({ ...fixed, list: 1, search: true, unique: true }),
  event_id: f.one('event', { ...fixed, list: 2, filter: true }),
  starts_at: f.instant({ ...fixed, sort: true, filter: true }),
  ends_at: f.instant(fixed),
  zone: f.text(fixed),
  quantity: f.int({ ...fixed, list: 4 }),
  status: f.pick(bookingStatuses, { ...fixed, list: 7, filter: true, widget: 'status' }),
  email: f.text({ ...fixed, search: true }),
  first_name: f.text({ ...fixed, search: 'last_name' }),
  last_name: f.text(fixed),
  country_code: f.maybe(f.text(fixed)),
  phone: f.maybe(f.text({ ...fixed, search: true })),
  language: f.text(fixed),
  asked_at: f.maybe(f.instant({ ...fixed, sort: true, filter: true })),
  source: f.pick(['store', 'admin'], { ...fixed, filter: true }),
  price: f.money(fixed),
  order_number: f.maybe(f.text({ ...fixed, list: 6, search: true })),
  comment: f.area(fixed),
  remark: f.area({ default: '', maxLength: 2_000 }),
  cancel_reason: f.text(fixed),
  reschedules: f.int(fixed),
  session_id: f.one('booking_session', hidden),
  customer_id: f.maybe(f.int({ ...hidden, filter: true })),
  person_id: f.maybe(f.int({ ...hidden, filter: true })),
  order_id: f.maybe(f.int(hidden)),
  order_line_id: f.maybe(f.int(hidden)),
  form_submission_id: f.maybe(f.int(hidden)),
  hold_expires_at: f.maybe(f.instant(hidden)),
  sequence: f.int(hidden),
  files: f.rows(bookingFile, { by: 'booking_id', readOnly: true, form: false, sheet: false }),
  created_by: f.maybe(f.one('account', { ...fixed, filter: true })),
}

/** Places at a time of an event, for somebody. What it says was settled when it was made; its status changes by moves, its time by being moved. */
export const booking = defineResource({
  name: 'booking',
  path: 'booking/history',
  label: 'number',
  match: 'number',
  verbs: ['get', 'update', 'export'],
  sortBy: '-starts_at',
  locked: true,
  listStamps: false,
  // What is only held while somebody makes up their mind is nobody's booking yet.
  where: sql`t.asked_at is not null`,
  fields,
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
