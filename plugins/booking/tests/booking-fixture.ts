import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import type { TestAppOptions } from '../../../tests/support/app.ts'
import { newestMail } from '../../../tests/support/mails.ts'

/** Opens a shop that takes bookings and has no inventory. */
export async function openBookings(options: TestAppOptions = {}, more: readonly string[] = []): Promise<Shop> {
  const shop = await openShop(options, ['booking', 'calendar', ...more])
  // Disable the limits per browser, network and address, because tests book repeatedly for one person from one network.
  const { kernel, ctx } = shop.it
  const none = { held_per_browser: 0, held_per_network: 0, free_ahead_per_address: 0, free_ahead_per_network: 0 }
  await kernel.settings.write(kernel, ctx, 'booking', none, 'en-US')
  return shop
}

/** The date `days` days from now, in the time zone of the test shop (Hong Kong). */
export const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' }).format(new Date(Date.now() + days * 86_400_000))

export const everyDay = (starts: string, ends: string) => [{ weekdays: [1, 2, 3, 4, 5, 6, 7], starts, ends }]

let n = 0
/** Creates an event; `more` overrides its fields. */
export async function createEvent(shop: Shop, more: object = {}): Promise<{ id: number; url: string }> {
  const url = `event-${++n}`
  const made = fine(
    await shop.owner.post('/api/admin/event', {
      title: `Event ${n}`,
      url,
      kind: 'session',
      duration: 60,
      capacity: 5,
      max_quantity: 5,
      hours: everyDay('10:00', '11:00'),
      ...more,
    }),
  ).body
  return { id: made.id, url }
}

export const createContact = (name = 'may') => ({ email: `${name}@shop.test`, first_name: 'May', last_name: 'Chan' })

/** The taken places and the capacity of each session of an event, and the places counted from its bookings. */
export const readCounts = async (shop: Shop, event: number) =>
  shop.it.kernel.db.rows<{
    taken: number
    booked: number
    capacity: number
  }>(sql`select s.taken, s.capacity, (select coalesce(sum(b.quantity), 0)::int from booking b
      where b.session_id = s.id and b.status not in ('canceled', 'rejected', 'refunded')) as booked
    from booking_session s where s.event_id = ${event} order by s.starts_at, s.id`)

export const readStatus = async (shop: Shop, number: string): Promise<string> =>
  (await shop.it.kernel.db.one<{ status: string }>(sql`select status from booking where number = ${number}`))?.status ?? 'none'

/** The token of a waiting list entry, read from the newest email to the address. */
export async function waitingToken(shop: Shop, email: string): Promise<string> {
  const mail = await newestMail(shop.it, email)
  return new URL(/https?:\S+/.exec(mail?.text_body ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
}
