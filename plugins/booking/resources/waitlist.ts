import { defineRecord, f, sql } from 'stoa'
import { fullNameSql } from 'stoa/plugins/people'
import { zoneSql } from '../services/clock.ts'
import { afterLeft, afterEntryBooked } from '../services/waiting/effects.ts'

const fixed = { readOnly: true, form: false } as const
const hidden = { ...fixed, sheet: false } as const

/** Transitions of a waiting list entry: `processing` is an open offer. */
const transitions = {
  offer: { from: ['pending'], to: 'processing', manual: false },
  take: { from: ['processing'], to: 'completed', manual: false },
  /** The offer expired, or the time started. */
  lapse: { from: ['pending', 'processing'], to: 'canceled', manual: false },
  leave: { from: ['pending', 'processing'], to: 'canceled', intent: 'danger', confirm: true, needs: 'update booking' },
} as const

/** A waiting list entry for a full time: offers are made in order, as soon as enough places are free. */
export const bookingWaitlist = defineRecord({
  name: 'booking_waitlist',
  events: [],
  path: 'booking/waitlist',
  label: 'email',
  verbs: ['get', 'export'],
  sortBy: '-created_at',
  locked: true,
  fields: {
    event_id: f.one('event', { ...fixed, list: 1, filter: true }),
    quantity: f.int({ ...fixed, list: 4 }),
    status: f.pick(['pending', 'processing', 'completed', 'canceled'], { ...fixed, list: 5, filter: true, widget: 'status' }),
    offered_at: f.maybe(f.instant({ ...fixed, list: 6, sort: true })),
    expires_at: f.maybe(f.instant({ ...fixed, list: 7 })),
    email: f.text({ ...fixed, search: true }),
    first_name: f.text({ ...fixed, search: 'last_name' }),
    last_name: f.text(fixed),
    language: f.text(fixed),
    session_id: f.one('booking_session', { ...hidden, filter: true }),
    booking_id: f.maybe(f.one('booking', hidden)),
    customer_id: f.maybe(f.int(hidden)),
    person_id: f.maybe(f.int(hidden)),
  },
  columns: {
    starts: {
      field: f.text({ list: 2 }),
      read: (ctx) => sql`(select to_char(s.starts_at at time zone ${zoneSql(ctx, sql`s.id`)}, 'YYYY-MM-DD HH24:MI')
        from booking_session s where s.id = t.session_id)`,
    },
    customer: {
      field: f.text({ list: 3 }),
      read: () => sql`coalesce(nullif(${fullNameSql(sql`t.first_name`, sql`t.last_name`)}, ''), t.email)`,
    },
  },
  states: {
    field: 'status',
    initial: 'pending',
    transitions: {
      offer: transitions.offer,
      take: { ...transitions.take, effect: afterEntryBooked },
      lapse: { ...transitions.lapse, effect: afterLeft },
      leave: { ...transitions.leave, effect: afterLeft },
    },
  },
})
