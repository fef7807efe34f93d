import { setTimeout as wait } from 'node:timers/promises'
import { type Beside, withProduct } from '../../../../cli/kit.ts'
import { clockTime, dayAfter } from '../../domain/clock.ts'
import { type Booked, clientOf } from './client.ts'
import { provenDoor } from './door.ts'
import { latePayments } from './late.ts'

export interface BookingOptions {
  rounds: number
  clients: number
  places: number
}

/** What one round came to. */
export interface Round {
  round: number
  booked: number
  refused: number
  appointments: number
  /** Milliseconds from the first to the last answer. */
  took: number
  problems: string[]
}

const daily = (starts: string, ends: string) => [{ weekdays: [1, 2, 3, 4, 5, 6, 7], starts, ends }]
const said = (words: string) => ({ title: words, notice: 0, advance_days: 700, cancel_until: 0, reschedule_until: 0, max_reschedules: 100 })

/**
 * Lets a crowd go after the last places of a class, others after appointments of one person that overlap, and others move and call off, all at
 * once and over two processes of which one is killed on the way.
 */
export function proveBooking(server: string, options: BookingOptions, tell: (round: Round) => void): Promise<Round[]> {
  return withProduct(server, 2, async (shop) => {
    const events = await furnish(shop, options.places)
    const rounds: Round[] = []
    for (let n = 1; n <= options.rounds; n++) {
      const round = await oneRound(shop, events, n, options)
      tell(round)
      rounds.push(round)
    }
    return rounds
  })
}

interface Events {
  paid: number
  lesson: number
  appointments: readonly number[]
  single: number
}

async function furnish(shop: Beside, places: number): Promise<Events> {
  const idOf = (made: { id?: unknown }) => Number(made.id)
  const person = idOf(await shop.make('booking_resource', { name: 'Kim', kind: 'staff' }))
  const event = async (url: string, more: object) => idOf(await shop.make('event', { ...said(url), url, ...more }))
  const appointment = { kind: 'appointment', slot_interval: 15, resources: [person], hours: daily('09:00', '12:00') }
  await shop.make('payment_method', { code: 'bank', title: 'Bank', instructions: '<p>Pay</p>' })
  return {
    paid: await event('paid', { kind: 'session', capacity: 2, max_quantity: 1, price: '10.00', hours: daily('17:00', '18:00') }),
    lesson: await event('lesson', { kind: 'session', capacity: places, max_quantity: 1, hours: daily('10:00', '11:00') }),
    appointments: [
      await event('long', { ...appointment, duration: 60 }),
      await event('short', { ...appointment, duration: 30, buffer_after: 10 }),
    ],
    single: await event('single', { kind: 'session', capacity: 1, max_quantity: 1, hours: daily('15:00', '16:00') }),
  }
}

/** Quarters of an hour from nine to eleven. */
const starts = Array.from({ length: 9 }, (_, i) => clockTime(540 + 15 * i))

async function oneRound(shop: Beside, events: Events, n: number, { clients, places }: BookingOptions): Promise<Round> {
  const today = new Date().toISOString().slice(0, 10)
  const [day, next] = [dayAfter(today, 2 * n + 3), dayAfter(today, 2 * n + 4)]
  const client = (i: number) => clientOf(shop, n * 1_000 + i)
  const stays = await client(990).book(events.single, day, '15:00')
  const goes = await client(991).book(events.single, next, '15:00')
  if (!stays || !goes) throw new Error('the two that move could not be booked')
  const begun = performance.now()
  const lessons = Array.from({ length: clients }, (_, i) => client(i).book(events.lesson, day, '10:00'))
  const appointments = Array.from({ length: 40 }, (_, i) =>
    client(500 + i).book(events.appointments[i % 2] ?? 0, day, starts[i % starts.length] ?? ''),
  )
  // One moves into the last place while another gives it up and a third wants it.
  const moving = [
    client(990).move(stays.token, next, '15:00'),
    client(991).cancel(goes.token),
    client(992).book(events.single, next, '15:00'),
  ]
  // What is paid late wants its place back while others take it and give it up.
  const late = latePayments(shop, client, { event: events.paid, day })
  const victim = shop.nodes[n % shop.nodes.length]
  const accident = wait(20 + Math.random() * 180).then(async () => {
    await victim?.kill()
    await victim?.start()
  })
  const told = await Promise.all(lessons)
  const met = (await Promise.all(appointments)).filter((one) => one !== undefined)
  await Promise.all(moving)
  const unpaid = await late
  const took = Math.round(performance.now() - begun)
  await accident
  const booked = told.filter((one): one is Booked => one !== undefined)
  const problems = [
    ...unpaid,
    ...(await judge(shop, { booked: [...booked, ...met], lesson: events.lesson, day, places, stays })),
    ...(await provenDoor(shop, n, events.lesson, day)),
  ]
  return { round: n, booked: booked.length, refused: told.length - booked.length, appointments: met.length, took, problems }
}

/** What has to be true at rest, whatever happened to processes. Each answers the offending rows. */
const TRUTHS: Record<string, string> = {
  'places taken at a time are those of its bookings': `select s.id::text as what from booking_session s
    where s.taken <> (select coalesce(sum(b.quantity), 0) from booking b where b.session_id = s.id and b.status not in ('canceled', 'rejected', 'refunded'))`,
  'no time has more bookings than places': 'select id::text as what from booking_session where taken > capacity',
  'nobody is at two appointments at once': `select a.id || ' ' || b.id as what from booking_session a join booking_session b on b.lane = a.lane and b.id > a.id
    and b.busy && a.busy where a.taken > 0 and b.taken > 0`,
}

interface Outcome {
  booked: readonly Booked[]
  lesson: number
  day: string
  places: number
  stays: Booked
}

async function judge(shop: Beside, { booked, lesson, day, places, stays }: Outcome): Promise<string[]> {
  const problems: string[] = []
  const numbers = booked.map((b) => b.number)
  if (new Set(numbers).size !== numbers.length) problems.push('one booking was told to two clients')
  const stored = await shop.rows<{ number: string }>(`select number from booking where number = any($1) and status = 'approved'`, [numbers])
  if (stored.length !== numbers.length) problems.push(`${numbers.length} bookings were told, ${stored.length} are there`)
  const held = await shop.rows<{ number: string }>(
    `select b.number from booking b join booking_session s on s.id = b.session_id where s.event_id = $1 and b.status = 'approved'
       and (s.starts_at at time zone b.zone)::date = $2::date`,
    [lesson, day],
  )
  if (held.length !== places) problems.push(`${held.length} places booked of ${places}`)
  const orphans = held.filter(({ number }) => !numbers.includes(number))
  if (orphans.length > 0) problems.push(`bookings nobody was told of: ${orphans.map((o) => o.number).join(', ')}`)
  const [kept] = await shop.rows<{ status: string }>('select status from booking where number = $1', [stays.number])
  if (kept?.status !== 'approved') problems.push(`who moved is ${kept?.status ?? 'gone'}`)
  for (const [truth, query] of Object.entries(TRUTHS)) {
    const rows = await shop.rows<{ what: string }>(`${query} limit 5`)
    if (rows.length > 0) problems.push(`not so: ${truth} (${rows.map((r) => r.what).join(', ')})`)
  }
  return problems
}
