import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { definePlugin, extendResource, validationError, type NamedTransition, sql } from 'stoa'
import { booking } from 'stoa/plugins/booking'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { expireHolds } from '../services/expire.ts'
import { readCounts, dayIn, createEvent, openBookings, createContact } from './booking-fixture.ts'

const transitions: string[] = []
let refused = ''
const hear = (phase: string) => (m: NamedTransition) => {
  transitions.push(`${phase} ${m.action} of ${String(m.row.status)} by ${m.ctx.actor.kind}`)
  if (phase === 'moving' && m.action === refused) throw validationError({ status: 'core:rule.choice' })
}
const extension = definePlugin({
  id: 'hearer',
  requires: ['booking'],
  extend: [extendResource(booking, { hooks: { beforeTransition: hear('moving'), afterTransition: hear('moved') } })],
})

let shop: Shop
beforeAll(async () => {
  shop = await openBookings({ extra: [extension] })
})
afterAll(() => shop.it.close())
beforeEach(() => {
  transitions.length = 0
  refused = ''
})

const book = (event: number) =>
  shop.it.guest.post('/api/event/booking', { event_id: event, date: dayIn(3), time: '10:00', quantity: 1, ...createContact() })

test('plugins receive both transitions of a booking that is approved when it is created', async () => {
  const event = await createEvent(shop)
  expect(fine(await book(event.id)).body.status).toBe('approved')
  expect(transitions).toEqual([
    'moving ask of draft by guest',
    'moving approve of pending by system',
    'moved ask of draft by guest',
    'moved approve of pending by system',
  ])
})

test('plugins receive the request transition of a booking that needs approval', async () => {
  const event = await createEvent(shop, { needs_approval: true })
  expect(fine(await book(event.id)).body.status).toBe('pending')
  expect(transitions).toEqual(['moving ask of draft by guest', 'moved ask of draft by guest'])
})

test('a plugin that rejects one of these transitions rejects the booking, and its places stay free', async () => {
  const event = await createEvent(shop)
  refused = 'approve'
  expect((await book(event.id)).status).toBe(422)
  expect((await readCounts(shop, event.id)).filter(({ taken }) => taken > 0)).toEqual([])
  refused = ''
  fine(await book(event.id))
})

test('plugins receive the expiry of a hold once, and a rejected expiry keeps its places and blocks no other', async () => {
  const event = await createEvent(shop, { price: '20.00' })
  for (const day of [3, 4])
    fine(await shop.it.guest.post('/api/event/hold', { event_id: event.id, date: dayIn(day), time: '10:00', quantity: 1 }))
  await shop.it.kernel.db.run(sql`update booking set hold_expires_at = now() - interval '1 second' where event_id = ${event.id}`)
  refused = 'expire'
  expect(await expireHolds(shop.it.ctx)).toBe(0)
  expect(transitions).toEqual(['moving expire of draft by system', 'moving expire of draft by system'])
  expect((await readCounts(shop, event.id)).map(({ taken }) => taken)).toEqual([1, 1])
  refused = ''
  transitions.length = 0
  const [first, other] = await Promise.all([expireHolds(shop.it.ctx), expireHolds(shop.it.ctx)])
  expect(first + other).toBe(2)
  expect(transitions.toSorted()).toEqual([
    'moved expire of draft by system',
    'moved expire of draft by system',
    'moving expire of draft by system',
    'moving expire of draft by system',
  ])
  expect((await readCounts(shop, event.id)).map(({ taken }) => taken)).toEqual([0, 0])
})
