import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import type { TestAppOptions } from '../../../tests/support/app.ts'
import { newestMail } from '../../../tests/support/mails.ts'

/** A shop that can be booked at, without goods. */
export async function openBookings(options: TestAppOptions = {}, more: readonly string[] = []): Promise<Shop> {
  const shop = await openShop(options, ['booking', 'calendar', ...more])
  // Tests book for one person, from one place, again and again.
  const { kernel, ctx } = shop.it
  const none = { held_per_browser: 0, held_per_network: 0, free_ahead_per_address: 0, free_ahead_per_network: 0 }
  await kernel.settings.write(kernel, ctx, 'booking', none, 'en-US')
  return shop
}

/** The day so many days from now, on the clock of Hong Kong, where the tests' shop is. */
export const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' }).format(new Date(Date.now() + days * 86_400_000))

export const everyDay = (starts: string, ends: string) => [{ weekdays: [1, 2, 3, 4, 5, 6, 7], starts, ends }]

let n = 0
/** An event with so much said of it. */
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

/** What is taken at the times of an event, and what its bookings say. */
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

/** What opens a place on a waiting list, by the newest mail to its address. */
export async function waitingToken(shop: Shop, email: string): Promise<string> {
  const mail = await newestMail(shop.it, email)
  return new URL(/https?:\S+/.exec(mail?.text_body ?? '')?.[0] ?? '').searchParams.get('token') ?? ''
}
