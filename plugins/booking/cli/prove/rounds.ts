import { findViolations, killOne, type ProductUnderTest, runRounds, withProduct } from 'stoa/cli'
import { fakeGatewayMethod } from 'stoa/plugins/payments'
import { clockTime, dayAfter } from '../../domain/clock.ts'
import { type Answers, type Booked, getClient } from './client.ts'
import { proveCheckIn } from './door.ts'
import { latePayments } from './late-payments.ts'
import { type Became, lateNotices, PAID_PLACES } from './notices.ts'
import { invariants } from './invariants.ts'

export interface BookingOptions {
  rounds: number
  clients: number
  places: number
}

/** Scenarios. */
export type Scene = 'class' | 'appointments' | 'last' | 'late'

/** Result of one round. */
export interface Round {
  round: number
  /** Responses by scenario. */
  answers: Record<Scene, Answers>
  /** Results of payments with gateway notifications. */
  payments: Became
  /** Milliseconds from the first to the last response. */
  took: number
  problems: string[]
}

const daily = (starts: string, ends: string) => [{ weekdays: [1, 2, 3, 4, 5, 6, 7], starts, ends }]
const eventFields = (words: string) => ({
  title: words,
  notice: 0,
  advance_days: 700,
  cancel_until: 0,
  reschedule_until: 0,
  max_reschedules: 100,
})

/**
 * Concurrent clients compete for the last places of a class, for overlapping appointments of one person, and for a
 * last place that is rescheduled into and canceled; over two processes, one of which is killed. Late payments, by
 * hand and by a gateway, arrive in between.
 */
export function proveBooking(server: string, options: BookingOptions, tell: (round: Round) => void): Promise<Round[]> {
  return withProduct(server, 2, async (shop) => {
    const events = await furnish(shop, options.places)
    return runRounds(options, tell, (n) => oneRound(shop, events, n, options))
  })
}

interface Events {
  byBank: number
  byCard: number
  lesson: number
  appointments: readonly number[]
  single: number
}

async function furnish(shop: ProductUnderTest, places: number): Promise<Events> {
  const getId = (made: { id?: unknown }) => Number(made.id)
  const person = getId(await shop.make('booking_resource', { name: 'Kim', kind: 'staff' }))
  const event = async (url: string, more: object) => getId(await shop.make('event', { ...eventFields(url), url, max_quantity: 1, ...more }))
  const appointment = { kind: 'appointment', slot_interval: 15, resources: [person], hours: daily('09:00', '12:00') }
  await shop.make('payment_method', { code: 'bank', title: 'Bank', instructions: '<p>Pay</p>' })
  await shop.make('payment_method', { ...fakeGatewayMethod, hold_minutes: 60 })
  return {
    byBank: await event('bank', { kind: 'session', capacity: 2, price: '10.00', hours: daily('17:00', '18:00') }),
    byCard: await event('card', { kind: 'session', capacity: PAID_PLACES, price: '10.00', hours: daily('19:00', '20:00') }),
    lesson: await event('lesson', { kind: 'session', capacity: places, hours: daily('10:00', '11:00') }),
    appointments: [
      await event('long', { ...appointment, duration: 60 }),
      await event('short', { ...appointment, duration: 30, buffer_after: 10 }),
    ],
    single: await event('single', { kind: 'session', capacity: 1, hours: daily('15:00', '16:00') }),
  }
}

/** Every quarter of an hour from nine to eleven. */
const starts = Array.from({ length: 9 }, (_, i) => clockTime(540 + 15 * i))

/** Distinct client addresses per round. */
const PER_ROUND = 10_000

async function oneRound(shop: ProductUnderTest, events: Events, n: number, { clients, places }: BookingOptions): Promise<Round> {
  const today = new Date().toISOString().slice(0, 10)
  const [day, next] = [dayAfter(today, 2 * n + 3), dayAfter(today, 2 * n + 4)]
  const answers: Round['answers'] = { class: {}, appointments: {}, last: {}, late: {} }
  let people = 0
  const client = (scene: Scene) => getClient(shop, n * PER_ROUND + ++people, answers[scene])
  const crowd = (scene: Scene, book: (shopper: ReturnType<typeof client>, i: number) => Promise<Booked | undefined>) =>
    Promise.all(Array.from({ length: clients }, (_, i) => book(client(scene), i)))
  const stays = await getClient(shop, n * PER_ROUND - 1).book(events.single, day, '15:00')
  const goes = await getClient(shop, n * PER_ROUND - 2).book(events.single, next, '15:00')
  if (!stays || !goes) throw new Error('the two that move could not be booked')
  /** Kills one process after the other, which restart while clients retry. */
  let turn = n
  const accident = (within: number) => killOne(shop, turn++, within)
  const begun = performance.now()
  const killed = accident(180)
  const lessons = crowd('class', (shopper) => shopper.book(events.lesson, day, '10:00'))
  const appointments = crowd('appointments', (shopper, i) =>
    shopper.book(events.appointments[i % 2] ?? 0, day, starts[Math.floor(i / 2) % starts.length] ?? ''),
  )
  // One client reschedules into the last place while another cancels it and others want it.
  const moving = [
    client('last').move(stays.token, next, '15:00'),
    client('last').cancel(goes.token),
    crowd('last', (shopper) => shopper.book(events.single, next, '15:00')),
  ]
  // Late payments reclaim places that others take and cancel.
  const byHand = latePayments(shop, () => client('late'), { event: events.byBank, day })
  const lessonBookings = (await lessons).filter((booking) => booking !== undefined)
  const met = (await appointments).filter((booking) => booking !== undefined)
  await Promise.all(moving)
  const unpaid = await byHand
  await killed
  const late = await lateNotices(
    shop,
    () => client('late'),
    { event: events.byCard, day },
    () => accident(400),
  )
  const took = Math.round(performance.now() - begun)
  const problems = [
    ...unpaid,
    ...late.problems,
    ...(await judge(shop, { booked: lessonBookings, met, events, day, next, places, stays })),
    ...(await findViolations(shop, invariants)),
    ...(await proveCheckIn(shop, n, events.lesson, day)),
  ]
  return { round: n, answers, payments: late.became, took, problems }
}

interface Outcome {
  booked: readonly Booked[]
  met: readonly Booked[]
  events: Events
  day: string
  next: string
  places: number
  stays: Booked
}

async function judge(shop: ProductUnderTest, { booked, met, events, day, next, places, stays }: Outcome): Promise<string[]> {
  const problems: string[] = []
  const numbers = [...booked, ...met].map((b) => b.number)
  if (new Set(numbers).size !== numbers.length) problems.push('one booking was told to two clients')
  const stored = await shop.rows<{ number: string }>(`select number from booking where number = any($1) and status = 'approved'`, [numbers])
  if (stored.length !== numbers.length) problems.push(`${numbers.length} bookings were told, ${stored.length} are there`)
  const at = (event: readonly number[], on: string) =>
    shop.rows<{ number: string }>(
      `select number from booking where event_id = any($1::bigint[]) and status = 'approved' and (starts_at at time zone zone)::date = $2::date`,
      [event, on],
    )
  const lessonRows = await at([events.lesson], day)
  if (lessonRows.length !== places) problems.push(`${lessonRows.length} places booked of ${places}`)
  const orphans = [...lessonRows, ...(await at(events.appointments, day))].filter(({ number }) => !numbers.includes(number))
  if (orphans.length > 0) problems.push(`bookings nobody was told of: ${orphans.map((o) => o.number).join(', ')}`)
  const last = await at([events.single], next)
  // If all requests came before the cancellation, the place stays free.
  if (last.length > 1) problems.push(`${last.length} have the last place`)
  const [movedBooking] = await shop.rows<{ status: string }>('select status from booking where number = $1', [stays.number])
  if (movedBooking?.status !== 'approved') problems.push(`who moved is ${movedBooking?.status ?? 'gone'}`)
  return problems
}
