import { column, defineRecord, f, jsonColumn, sql } from 'stoa'
import { checkInResults } from '../domain/check-in/scan-result.ts'
import { clockSql } from '../services/clock.ts'

const fixed = { readOnly: true } as const

/** Problems of offline scans that staff should review: one code used twice, or a guest checked in without permission. */
export const checkInProblems = ['twice', 'unexpected'] as const
export type CheckInProblem = (typeof checkInProblems)[number]

/** A scan at check-in with its result. */
export const bookingCheckin = defineRecord({
  name: 'booking_checkin',
  events: [],
  internal: {
    nonce: column('uuid'),
    seat_id: column('bigint'),
    print: column('text'),
    told: column('text'),
    said: column('text'),
    seats: jsonColumn<readonly number[]>(),
  },
  path: 'booking/checkin',
  label: 'result',
  verbs: ['get', 'export'],
  sortBy: '-at',
  audit: false,
  listStamps: false,
  fields: {
    at: f.instant({ ...fixed, list: 1, sort: true, filter: true }),
    event_id: f.maybe(f.one('event', { ...fixed, list: 3, filter: true })),
    booking_id: f.maybe(f.one('booking', { ...fixed, list: 4, filter: true })),
    seat_no: f.maybe(f.int({ ...fixed, list: 4 })),
    result: f.pick(checkInResults, { ...fixed, list: 6, filter: true }),
    trouble: f.maybe(f.pick(checkInProblems, { ...fixed, list: 7, filter: true })),
    device_id: f.one('booking_device', { ...fixed, list: 8, filter: true }),
    account_id: f.maybe(f.one('account', { ...fixed, list: 9, filter: true })),
    offline: f.flag({ default: false, ...fixed, filter: true }),
    note: f.text({ ...fixed, search: true }),
    undone_at: f.maybe(f.instant(fixed)),
  },
  columns: {
    clock: {
      field: f.text({ list: 2 }),
      sortBy: 'at',
      read: (ctx) => clockSql(ctx, sql`t.at`, sql`(select e.time_zone from event e where e.id = t.event_id)`),
    },
  },
})
