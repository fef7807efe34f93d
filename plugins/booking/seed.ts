import { randomUUID } from 'node:crypto'
import { type Ctx, AppError, type Seed, sql } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'
import { createSamplePerson } from 'stoa/plugins/people'
import { dayAfter, getWeekday } from './domain/clock.ts'
import { nameDevice } from './services/check-in/device.ts'
import { recordScan } from './services/check-in/scan.ts'
import { bookPlaces } from './services/request.ts'
import { joinWaitingList } from './services/waiting/join.ts'
import { event } from './resources/event.ts'
import { eventCategory } from './resources/category.ts'
import { bookingResource } from './resources/resource.ts'

const say = (en: string, hk: string, cn: string) => ({ 'en-US': en, 'zh-HK': hk, 'zh-CN': cn })
const HOUR = 60
const DAY = 24 * HOUR

/** Sample events of a tea shop. */
const events = (category: number, master: number, room: number) => [
  {
    url: 'tasting',
    title: say('Tasting with the tea master', '茶師品茗', '茶师品茗'),
    short_description: say(
      'Five teas, an hour, the two of you and our tea master.',
      '一小時五款茶，由茶師為你二人主持。',
      '一小时五款茶，由茶师为您二位主持。',
    ),
    location: say('Shop in Sheung Wan', '上環店', '上环店'),
    category_id: category,
    kind: 'appointment' as const,
    price: '380.00',
    duration: HOUR,
    slot_interval: 30,
    buffer_after: 15,
    resources: [master],
    hours: [{ weekdays: [2, 3, 4, 5, 6], starts: '11:00', ends: '19:00' }],
    refund_steps: [
      { before: 3 * DAY, percent: '100' },
      { before: DAY, percent: '50' },
    ],
    order: 1,
  },
  {
    url: 'first-visit',
    title: say('Find your tea', '尋找你的茶', '寻找您的茶'),
    short_description: say('Half an hour of advice, free of charge.', '免費半小時選茶建議。', '免费半小时选茶建议。'),
    location: say('Shop in Sheung Wan', '上環店', '上环店'),
    category_id: category,
    kind: 'appointment' as const,
    duration: 30,
    slot_interval: 30,
    attendance: true,
    resources: [master],
    hours: [{ weekdays: [1, 2, 3, 4, 5], starts: '10:00', ends: '13:00' }],
    order: 2,
  },
  {
    url: 'gongfu-class',
    title: say('Gongfu tea, a class for beginners', '工夫茶入門班', '工夫茶入门班'),
    short_description: say(
      'Two hours at the long table. We bring the pots.',
      '長桌上的兩小時，茶具由我們準備。',
      '长桌上的两小时，茶具由我们准备。',
    ),
    location: say('Upstairs, Sheung Wan', '上環店樓上', '上环店楼上'),
    category_id: category,
    kind: 'session' as const,
    price: '520.00',
    duration: 2 * HOUR,
    capacity: 12,
    max_quantity: 4,
    attendance: true,
    resources: [room],
    hours: [
      { weekdays: [6], starts: '14:00', ends: '16:00' },
      { weekdays: [3], starts: '19:00', ends: '21:00' },
    ],
    order: 3,
  },
  {
    url: 'tea-room',
    title: say('The tea room for a day', '茶室全日租用', '茶室全天租用'),
    short_description: say('For meetings and small parties, with tea.', '適合會議及小型聚會，連茶水。', '适合会议及小型聚会，含茶水。'),
    location: say('Upstairs, Sheung Wan', '上環店樓上', '上环店楼上'),
    category_id: category,
    kind: 'day' as const,
    price: '3200.00',
    needs_approval: true,
    notice: 3 * DAY,
    resources: [room],
    hours: [{ weekdays: [1, 2, 4, 5, 7], starts: '10:00', ends: '20:00' }],
    order: 4,
  },
]

/** Check-in device of the sample year. */
const PHONE = '5e0d3c1a-2b4f-4a68-9c7e-1d0f3b5a7c91'

/** Sample events, and bookings for the sample year. */
export const seedBookings: Seed = async (ctx, set) => {
  if (set === 'small' || (await ctx.kernel.resources.findBy(ctx, event, 'url', 'tasting'))) return
  const { year } = ctx
  if (!year) return void (await make(ctx))
  year.at(year.on(0, 9), (then) => make(then))
  year.at(year.on(year.days - 2, 10), (then) => fillClass(then, year))
  const random = year.random('booking')
  for (let nth = Math.max(6, Math.round(year.orders / 12)); nth > 0; nth--) planOne(year, random, nth)
}

async function make(ctx: Ctx): Promise<void> {
  const { resources } = ctx.kernel
  const category = await resources.create(ctx, eventCategory, { url: 'tea-time', title: say('Tea time', '茶聚', '茶聚') })
  const hours = [{ weekdays: [1, 2, 3, 4, 5, 6], starts: '10:00', ends: '20:00' }]
  const master = await resources.create(ctx, bookingResource, { name: 'Tea master Lam', kind: 'staff', hours })
  const room = await resources.create(ctx, bookingResource, { name: 'Tea room', kind: 'room' })
  for (const eventInput of events(category.id, master.id, room.id)) await resources.create(ctx, event, eventInput)
}

/** A company books a whole class, and two people join the waiting list. */
async function fillClass(ctx: Ctx, year: YearPlan): Promise<void> {
  const lesson = await ctx.kernel.resources.findBy(ctx, event, 'url', 'gongfu-class')
  if (!lesson) return
  const { capacity } = await ctx.kernel.resources.get(ctx, event, lesson.id)
  const soon = dayAfter(year.until.toISOString().slice(0, 10), 7)
  const date = dayAfter(soon, (6 - getWeekday(soon) + 7) % 7)
  const staff = await year.staff('create booking')
  if (staff.actor.kind !== 'admin') return
  const nothing = { comment: '', currency: null, payment_method: null, coupon: null, country_code: null, phone: null }
  const company = { email: 'office@peak.example', first_name: 'Peak', last_name: 'Trading' }
  const made = await bookPlaces(
    staff,
    { event_id: lesson.id, date, time: '14:00', quantity: capacity, ...company, ...nothing },
    undefined,
    {
      cookies: {},
      ip: '192.0.2.1',
    },
  )
  const row = await ctx.kernel.db.one<{ session: number }>(sql`select session_id as session from booking where number = ${made.number}`)
  const random = year.random('booking waiting')
  for (const [nth, quantity] of [1, 2].entries()) {
    const { first_name, last_name, email, language } = createSamplePerson(random, 6_900 + nth)
    const guest: Ctx = { ...ctx, actor: { kind: 'guest' }, language }
    await joinWaitingList(guest, { session_id: row?.session ?? 0, quantity, email, first_name, last_name })
  }
}

/** Start times of the free appointments. */
const times = ['10:00', '10:30', '11:00', '11:30', '12:00', '12:30']

/** Books a free appointment some days ahead; taken or closed times are skipped. */
function planOne(year: YearPlan, random: SeededRandom, nth: number): void {
  const at = year.on(random.int(2, year.days), random.int(8, 22), random.int(0, 59))
  year.at(at, async (ctx) => {
    const found = await ctx.kernel.resources.findBy(ctx, event, 'url', 'first-visit')
    if (!found) return
    const { first_name, last_name, email, phone, country_code, language } = createSamplePerson(random, 6_000 + nth)
    const guest: Ctx = { ...ctx, actor: { kind: 'guest' }, language }
    const date = dayAfter(at.toISOString().slice(0, 10), random.int(1, 10))
    const nothing = { comment: '', currency: null, payment_method: null, coupon: null }
    const contact = { email, first_name, last_name, phone, country_code }
    const made = await bookPlaces(
      guest,
      { event_id: found.id, date, time: random.pick(times), quantity: 1, ...contact, ...nothing },
      undefined,
      {
        cookies: {},
        ip: '192.0.2.1',
      },
    ).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
    if (made) await planVisit(ctx, year, random, made.number)
  })
}

/** Most guests come around their time and are checked in. */
async function planVisit({ kernel }: Ctx, year: YearPlan, random: SeededRandom, number: string): Promise<void> {
  const b = await kernel.db.one<{ starts: string; seat: number }>(sql`select b.starts_at as starts, s.id as seat
    from booking b join booking_seat s on s.booking_id = b.id where b.number = ${number} order by s.seat_no limit 1`)
  if (!b || random.int(1, 10) === 1) return
  const scanTime = new Date(Date.parse(b.starts) + random.int(-8, 9) * 60_000)
  year.at(scanTime, async (then) => {
    const staff = await year.staff('update booking')
    const device = await nameDevice(staff, PHONE, 'Shop phone')
    const scan = { code: '', seat: b.seat, seats: [], target: null, offline: false, told: null, override: false, note: '' }
    await then.kernel.transaction((tx) => recordScan(tx, staff, device, { ...scan, nonce: randomUUID(), at: scanTime.getTime() }))
  })
}
