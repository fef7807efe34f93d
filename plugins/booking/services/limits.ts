import { type Ctx, AppError, lockKeys, type OpenLimit, sign, sql, type Sql, message, type Tx } from 'stoa'
import { listOwnedAccounts } from 'stoa/plugins/people'
import { getCustomerId, hashNetwork } from 'stoa/plugins/sales'
import { ahead } from '../domain/statuses.ts'
import { ALREADY_BOOKED } from '../errors.ts'
import { bookingRules } from '../settings.ts'

/** Origin of a request. */
export interface Visitor {
  ip: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Hashes of a visitor stored with holds; null for staff, who have no limits. */
export interface VisitorMarks {
  network: string
  browser: string
}

/** Identifies a browser within its network by its headers, without a cookie. */
export function hashVisitor(ctx: Ctx, { ip, headers }: Visitor): VisitorMarks | null {
  const network = hashNetwork(ctx, ip)
  return network === null
    ? null
    : {
        network,
        browser: sign(
          ctx.kernel.config,
          'booking-browser',
          `${network} ${String(headers['user-agent'] ?? '')} ${String(headers['accept-language'] ?? '')}`,
        ),
      }
}

/** Limits of unbooked holds per browser and per network. A single hold may be as large as the event allows. */
export function holdLimits(ctx: Ctx, marks: VisitorMarks | null, quantity: number): OpenLimit[] {
  if (!marks) return []
  const { held_per_browser, held_per_network } = ctx.kernel.settings.of(bookingRules)
  const heldBy = (party: Sql) =>
    sql`select coalesce(sum(quantity), 0) from booking where ${party} and status = 'draft' and hold_expires_at > now()`
  return [
    {
      key: `booking held by ${marks.browser}`,
      max: held_per_browser,
      counted: heldBy(sql`held_from = ${marks.network} and held_by = ${marks.browser}`),
      adds: quantity,
      firstFree: true,
      refusal: message('booking:error.held_browser'),
    },
    {
      key: `booking held from ${marks.network}`,
      max: held_per_network,
      counted: heldBy(sql`held_from = ${marks.network}`),
      adds: quantity,
      firstFree: true,
      refusal: message('booking:error.held_network'),
    },
  ]
}

/**
 * Limits of future free bookings: per browser and address, and per network. Bookings with a price are not counted:
 * order limits apply to them.
 */
export function freeLimits(ctx: Ctx, marks: VisitorMarks | null, { event_id, email }: { event_id: number; email: string }): OpenLimit[] {
  if (!marks) return []
  const { free_ahead_per_address, free_ahead_per_network } = ctx.kernel.settings.of(bookingRules)
  const address = email.trim().toLowerCase()
  const customer = getCustomerId(ctx)
  // Bookings by other browsers for the address are neither revealed nor counted.
  const ownBookings =
    customer === null
      ? sql`email = ${address} and customer_id is null and held_from = ${marks.network} and held_by = ${marks.browser}`
      : sql`customer_id = ${customer}`
  const countFree = (party: Sql) => sql`select count(*) from booking where ${party} and order_id is null and status = any(${[...ahead]})
    and starts_at > now() and source = 'store' and exists (select from event where id = ${event_id} and price_minor = 0)`
  return [
    {
      key: customer === null ? `booking free of ${address}` : `booking free of customer ${customer}`,
      max: free_ahead_per_address,
      counted: countFree(ownBookings),
      adds: 1,
      refusal: message('booking:error.free_address', { count: free_ahead_per_address }),
    },
    {
      key: `booking free from ${marks.network}`,
      max: free_ahead_per_network,
      counted: countFree(sql`held_from = ${marks.network}`),
      adds: 1,
      refusal: message('booking:error.free_network'),
    },
  ]
}

/** Identifies the bookings of a person at one time. */
export interface SamePerson {
  session_id: number
  customer_id: number | null
  email: string
}

/** Other bookings of a person at one time, by number. */
export async function bookingsAtOnce(db: Pick<Tx, 'rows'>, id: number, { session_id, customer_id, email }: SamePerson): Promise<string[]> {
  if (customer_id === null && email === '') return []
  const rows = await db.rows<{ number: string }>(sql`select number from booking where session_id = ${session_id} and id <> ${id}
    and (customer_id = ${customer_id}::bigint or (email = ${email} and email <> ''))
    and status in ('pending', 'approved', 'present', 'completed', 'abnormal') order by id`)
  return rows.map(({ number }) => number)
}

/**
 * Rejects a second booking of a person at a time if the event allows one each; staff may override. Since any address
 * can be entered, a visitor is rejected only for bookings they know of: those of their account, of their browser, or
 * of a verified address. Otherwise the second booking is made, and the owner of the address is notified by e-mail.
 * @throws AppError ALREADY_BOOKED
 */
export async function requireOnlyOne(tx: Tx, id: number, person: SamePerson, isAddressProven = false): Promise<void> {
  // Advisory lock: concurrent requests would not see each other.
  await lockKeys(tx, [`booking at once ${person.session_id} ${person.email}`])
  const others = await bookingsAtOnce(tx, id, person)
  if (others.length === 0) return
  const isProven = isAddressProven || (await listOwnedAccounts(tx, [person.email])).some((account) => account.id === person.customer_id)
  const existingBooking =
    await tx.one(sql`select from booking b join booking asked on asked.id = ${id} where b.number = any(${others}::text[])
    and (${isProven} or b.customer_id = ${person.customer_id}::bigint or b.held_by = asked.held_by)`)
  if (existingBooking) throw new AppError(ALREADY_BOOKED)
}
