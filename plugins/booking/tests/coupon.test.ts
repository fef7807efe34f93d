import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { readCounts, dayIn, createEvent, createContact } from './booking-fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['booking', 'promotion'])
  const actions = [{ type: 'percent_order', value: { percent: '50' } }]
  const rule = fine(await shop.owner.post('/api/admin/promotion', { title: 'Half', trigger: 'code', actions })).body
  fine(await shop.owner.post(`/api/admin/promotion/${rule.id}/publish`))
  fine(await shop.owner.post('/api/admin/coupon', { promotion_id: rule.id, code: 'HALF', usage_limit: 1 }))
})
afterAll(() => shop.it.close())

const ask = (event: number, coupon: string) =>
  shop.it.guest.post('/api/event/booking', {
    ...{ event_id: event, date: dayIn(3), time: '10:00', quantity: 2, payment_method: 'bank', coupon },
    ...createContact('saves'),
  })

test('a coupon code discounts a booking like any order, once if single-use, and is rejected by name', async () => {
  const event = await createEvent(shop, { price: '30.00' })
  expect((await ask(event.id, 'NONE')).body.messages).toEqual({ coupon: [expect.stringContaining('NONE')] })
  expect(await readCounts(shop, event.id)).toEqual([])
  const made = fine(await ask(event.id, ' half ')).body
  expect(made).toMatchObject({ status: 'pending', checkout: { order: { total: '30.00' } } })
  const used = await shop.it.kernel.db.rows(sql`select code, amount_minor::int as amount from promotion_usage`)
  expect(used).toEqual([{ code: 'HALF', amount: 3_000 }])
  expect(Object.keys((await ask(event.id, 'HALF')).body.messages)).toEqual(['coupon'])
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 2, booked: 2, capacity: 5 }])
})
