import { column, defineRecord, f, validationError, sql, message } from 'stoa'
import { clockSql, zoneSql } from '../services/clock.ts'

const fixed = { readOnly: true } as const

/** A time of an event with at least one booking, current or past. */
export const bookingSession = defineRecord({
  name: 'booking_session',
  events: [],
  internal: { lane: column('bigint'), busy: column('tstzrange') },
  path: 'booking/session',
  label: 'starts_at',
  verbs: ['get', 'update'],
  sortBy: '-starts_at',
  locked: true,
  listStamps: false,
  fields: {
    starts_at: f.instant({ ...fixed, list: 1, sort: true, filter: true }),
    ends_at: f.instant(fixed),
    event_id: f.one('event', { ...fixed, list: 3, filter: true }),
    resource_id: f.maybe(f.one('booking_resource', { ...fixed, list: 4, filter: true })),
    taken: f.int({ ...fixed, list: 5 }),
    capacity: f.int({ min: 1, max: 100_000, list: 6, inline: true }),
  },
  columns: {
    // In the event's time zone.
    clock: {
      field: f.text({ list: 2 }),
      sortBy: 'starts_at',
      read: (ctx) => clockSql(ctx, sql`t.starts_at`, zoneSql(ctx, sql`t.id`)),
    },
  },
  hooks: {
    validate: ({ old, input }) => {
      if (old && input.capacity !== undefined && input.capacity < old.taken)
        throw validationError({ capacity: message('booking:error.taken', { count: old.taken }) })
    },
  },
})
