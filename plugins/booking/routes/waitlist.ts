import { basic, f, AppError, NOT_FOUND, route, sql, TOO_MANY } from 'stoa'
import { ALREADY_BOOKED, HOLD_OVER, NOT_FULL } from '../errors.ts'
import { findByWaitToken, waitToken } from '../services/waiting/access.ts'
import { claimOffer, waitView } from '../services/waiting/claim.ts'
import { fullSql, joinWaitingList } from '../services/waiting/join.ts'
import { FullTimes, WaitClaim, WaitPlace, WaitView } from '../waiting-list-api-types.ts'
import { limit } from './limit.ts'
import { phoneFields, questionFailures, questionFields } from './question-fields.ts'
import { bookingWaitlist } from '../resources/waitlist.ts'

const token = f.text({ maxLength: 300 })

/** Most times per response. */
const MOST_FULL = 60

/** Waiting list API. */
export const waitingRoutes = [
  route({
    on: 'POST /event/full',
    id: 'event.full',
    summary: 'The next full times of an event that have a waiting list',
    access: 'public',
    body: { url: f.text({ maxLength: 300 }) },
    response: FullTimes,
    errors: [NOT_FOUND],
    run: async ({ kernel, body }) => {
      const event = await kernel.db.one<{ id: number; zone: string | null }>(sql`select e.id, e.time_zone as zone from event e
        left join event_category c on c.id = e.category_id where e.url = ${body.url} and e.visibled and coalesce(c.visibled, true)`)
      if (!event) throw new AppError(NOT_FOUND)
      const rows = await kernel.db.rows<FullTimes['data'][number]>(sql`
        select s.id as session_id, s.starts_at, s.ends_at
        from booking_session s join event e on e.id = s.event_id left join event_category c on c.id = e.category_id
        where e.id = ${event.id} and ${fullSql} order by s.starts_at, s.id limit ${MOST_FULL}`)
      return {
        timezone: event.zone ?? kernel.settings.of(basic).time_zone,
        data: rows.map((row) => ({
          ...row,
          starts_at: new Date(row.starts_at).toISOString(),
          ends_at: new Date(row.ends_at).toISOString(),
        })),
      }
    },
  }),
  route({
    on: 'POST /event/waiting',
    id: 'event.wait',
    summary: 'Join the waiting list of a full time; an existing entry keeps its position',
    description:
      'The link to the entry is emailed to the address. The response is the same whether or not the address is on the list already; only a customer with a verified address gets the entry in the response.',
    access: 'public',
    body: {
      session_id: f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, says: 'core:rule.choice' }),
      quantity: f.int({ default: 1, min: 1, max: 1_000 }),
      email: f.maybe(f.email()),
      first_name: f.maybe(f.text({ maxLength: 120 })),
      last_name: f.maybe(f.text({ maxLength: 120 })),
    },
    response: WaitPlace,
    status: 201,
    errors: [NOT_FOUND, NOT_FULL, TOO_MANY],
    admit: limit('waiting', 30),
    run: async ({ ctx, body }) => {
      const entry = await joinWaitingList(ctx, body)
      return entry ? { token: waitToken(ctx, entry.id), place: entry.place } : { token: null, place: null }
    },
  }),
  route({
    on: 'POST /booking/waiting',
    id: 'booking.waiting',
    summary: 'An entry of a waiting list, by the token of its link',
    access: 'public',
    body: { token },
    response: WaitView,
    errors: [NOT_FOUND, TOO_MANY],
    admit: limit('open', 60),
    run: async ({ kernel, ctx, body }) => waitView(ctx, await findByWaitToken(ctx, kernel.db, body.token)),
  }),
  route({
    on: 'POST /booking/waiting/claim',
    id: 'booking.claim_offer',
    summary: 'Accept an offered place: a free one is booked, a paid one is returned as a cart item',
    access: 'public',
    body: { token, ...questionFields, ...phoneFields },
    response: WaitClaim,
    errors: [NOT_FOUND, HOLD_OVER, TOO_MANY, ALREADY_BOOKED, ...questionFailures],
    admit: limit('open', 60),
    run: async ({ kernel, ctx, body }) => claimOffer(ctx, await findByWaitToken(ctx, kernel.db, body.token), body),
  }),
  route({
    on: 'POST /booking/waiting/leave',
    id: 'booking.leave_waiting',
    summary: 'Leave a waiting list; the place is offered to the next person',
    access: 'public',
    body: { token },
    response: WaitView,
    errors: [NOT_FOUND, TOO_MANY],
    admit: limit('open', 60),
    run: async ({ kernel, ctx, body }) => {
      const id = await findByWaitToken(ctx, kernel.db, body.token)
      await kernel.transaction(async (tx) => {
        const open = await tx.one(sql`select 1 from booking_waitlist where id = ${id} and status in ('pending', 'processing') for update`)
        if (open) await kernel.resources.transitionIn(tx, ctx, bookingWaitlist, id, 'leave')
      })
      return waitView(ctx, id)
    },
  }),
]
