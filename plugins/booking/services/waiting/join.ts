import { type Ctx, AppError, validationError, NOT_FOUND, sql, message } from 'stoa'
import { findBuyerById, DIRECTORY, listOwnedAccounts } from 'stoa/plugins/people'
import { getCustomerId } from 'stoa/plugins/sales'
import { NOT_FULL } from '../../errors.ts'
import { mailJoined } from './mails.ts'
import { bookingWaitlist } from '../../resources/waitlist.ts'

/** Input of a waiting list entry. */
export interface WaitingListInput {
  session_id: number
  quantity: number
  email: string | null
  first_name: string | null
  last_name: string | null
}

interface Full {
  event_id: number
  left: number
  most: number
}

/** SQL: full times with a waiting list. `s` is the session, `e` its event, `c` its category. */
export const fullSql = sql`s.taken >= s.capacity and s.starts_at > now() and e.waiting and e.kind <> 'appointment'
  and e.visibled and coalesce(c.visibled, true)`

/** A waiting list entry, for the owner of a verified address. */
export interface OwnPlace {
  id: number
  place: number
}

/**
 * Adds an entry to the waiting list of a time; an existing entry keeps its position. Since any address can be
 * entered, a new entry is confirmed by e-mail, and the response is null, the same as for an existing entry, which is
 * neither changed nor revealed. A signed-in customer with a verified address gets the entry and may change it.
 * @throws AppError NOT_FOUND, NOT_FULL, INVALID by field
 */
export async function joinWaitingList(ctx: Ctx, j: WaitingListInput): Promise<OwnPlace | null> {
  return ctx.kernel.transaction(async (tx) => {
    const customer = getCustomerId(ctx)
    const buyerDetails = customer === null ? undefined : await findBuyerById(tx, customer)
    const { email, first_name, last_name } = buyerDetails ?? j
    const missing = Object.entries({ email, first_name, last_name }).filter(([, value]) => !value)
    if (missing.length > 0) throw validationError(Object.fromEntries(missing.map(([name]) => [name, message('core:rule.required')])))
    const time = await tx.one<Full>(sql`select s.event_id, s.capacity - s.taken as left, least(e.max_quantity, s.capacity) as most
      from booking_session s join event e on e.id = s.event_id left join event_category c on c.id = e.category_id
      where s.id = ${j.session_id} and s.starts_at > now() and e.waiting and e.kind <> 'appointment' and e.visibled and coalesce(c.visibled, true)`)
    if (!time) throw new AppError(NOT_FOUND)
    if (j.quantity > time.most) throw validationError({ quantity: message('booking:error.max_quantity', { count: time.most }) })
    if (time.left >= j.quantity) throw new AppError(NOT_FULL)
    const address = (email ?? '').trim().toLowerCase()
    const isProven = buyerDetails !== undefined && (await listOwnedAccounts(tx, [address])).some(({ id }) => id === buyerDetails.id)
    const person = await ctx.kernel.get(DIRECTORY).findOrCreatePerson(tx, {
      email: address,
      first_name: first_name ?? '',
      last_name: last_name ?? '',
      country_code: null,
      phone: null,
    })
    const entry = tx.insertSql(bookingWaitlist, {
      event_id: time.event_id,
      session_id: j.session_id,
      customer_id: buyerDetails?.id ?? null,
      person_id: person,
      email: address,
      first_name: first_name ?? '',
      last_name: last_name ?? '',
      language: ctx.language,
      quantity: j.quantity,
    })
    const row = await tx.one<{ id: number; is_new: boolean }>(sql`${entry}
      on conflict (session_id, email) where status in ('pending', 'processing') and email <> ''
      do update set quantity = case when booking_waitlist.status = 'pending' and ${isProven} then excluded.quantity else booking_waitlist.quantity end, updated_at = now()
      returning id, xmax = 0 as is_new`)
    if (!row) throw new AppError(NOT_FOUND)
    const ahead = await tx.one<{ n: number }>(
      sql`select count(*)::int as n from booking_waitlist where session_id = ${j.session_id} and status = 'pending' and id < ${row.id}`,
    )
    const place = (ahead?.n ?? 0) + 1
    if (row.is_new) await mailJoined(tx, ctx, row.id, place)
    return isProven ? { id: row.id, place } : null
  })
}
