import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, openCounter } from './counter.ts'

let shop: Counter
beforeAll(async () => {
  shop = await openCounter(['promotion'])
})
afterAll(() => shop.it.close())

const rule = async (more: object) => {
  const actions = [{ type: 'percent_lines', value: { percent: '10' } }]
  const made = fine(await shop.owner.post('/api/admin/promotion', { title: { 'en-US': 'Autumn' }, actions, ...more })).body
  fine(await shop.owner.post(`/api/admin/promotion/${made.id}/publish`))
  return made.id as number
}

test('promotions apply at the till, coupons are redeemed, and an offline ticket keeps its quoted price', async () => {
  const stock = await shop.stock(20, '100.00')
  const drawer = await shop.open()
  await rule({})
  const quote = fine(await shop.owner.post(`/api/admin/store/${shop.store}/quote`, { lines: [{ subject_id: stock, quantity: 2 }] })).body
  expect(quote).toMatchObject({ subtotal: '200.00', total: '180.00', off: [{ label: 'Autumn', amount: '20.00' }] })
  const sold = fine(await drawer.sell(drawer.ticket(stock, 2, '180.00'))).body
  expect(await shop.order(sold.order_id)).toMatchObject({ status: 'completed', discount: '20.00', total: '180.00' })
  expect((await drawer.sell(drawer.ticket(stock, 2, '200.00'))).body).toMatchObject({ code: 'TOTAL_CHANGED', total: '180.00' })

  // A code entered at the register is redeemed with the sale.
  const coupon = await rule({
    title: { 'en-US': 'Friend' },
    trigger: 'code',
    actions: [{ type: 'amount_order', value: { amount: '5.00' } }],
  })
  fine(await shop.owner.post('/api/admin/coupon', { promotion_id: coupon, code: 'FRIEND', usage_limit: 1 }))
  expect(fine(await shop.owner.get(`/api/admin/store/${shop.store}/till`)).body.codes).toBe(true)
  const typed = { codes: ['FRIEND'] }
  expect(fine(await drawer.sell(drawer.ticket(stock, 1, '85.00', typed))).body.total).toBe('85.00')
  const again = await drawer.sell(drawer.ticket(stock, 1, '85.00', typed))
  expect(again.status, JSON.stringify(again.body)).toBe(422)

  // The device did not know the rule: the buyer paid the full price, which is kept.
  const offlineTicket = drawer.ticket(stock, 1, '100.00', { offline: true, lines: [{ subject_id: stock, quantity: 1, told: '100.00' }] })
  const late = fine(await drawer.sell(offlineTicket)).body
  expect(late).toMatchObject({ total: '100.00', trouble: ['price'] })
  expect(await shop.order(late.order_id)).toMatchObject({ discount: '0.00', total: '100.00' })
})

test('a promotion can be limited to channels and stores', async () => {
  const stock = await shop.stock(20, '100.00')
  await shop.it.kernel.db.run(sql`update promotion set status = 'disabled'`)
  const elsewhere = fine(await shop.owner.post('/api/admin/store', { code: 'east', name: 'East' })).body.id
  const only = (conditions: object[]) => ({ conditions: [conditions], actions: [{ type: 'amount_order', value: { amount: '7.00' } }] })
  const counter = async (store = shop.store) =>
    fine(await shop.owner.post(`/api/admin/store/${store}/quote`, { lines: [{ subject_id: stock, quantity: 1 }] })).body.total
  const cart = async () => fine(await shop.it.guest.post('/api/cart/item', { stock_id: stock, quantity: 1 })).body.total
  const desk = async () => fine(await shop.owner.post('/api/admin/order', { lines: [{ stock_id: stock, quantity: 1 }] })).body.total
  const all = async () => [await counter(), await counter(elsewhere), await cart(), await desk()]
  const disable = (id: number) => shop.owner.post(`/api/admin/promotion/${id}/disable`)
  for (const [condition, totals] of [
    [{ type: 'channels', value: { codes: ['pos'] } }, ['93.00', '93.00', '100.00', '100.00']],
    [{ type: 'channels', value: { codes: ['store', 'admin'] } }, ['100.00', '100.00', '93.00', '93.00']],
    [{ type: 'stores', value: { stores: [shop.store] } }, ['93.00', '100.00', '100.00', '100.00']],
  ] as const) {
    const id = await rule(only([condition]))
    expect(await all(), JSON.stringify(condition)).toEqual(totals)
    fine(await disable(id))
  }
  const wrong = await shop.owner.post('/api/admin/promotion', { title: 'x', ...only([{ type: 'channels', value: { codes: ['moon'] } }]) })
  expect([wrong.status, Object.keys(wrong.body.messages ?? {}).length]).toEqual([422, 1])
})

test('a manual price excludes promotions unless the line is discountable', async () => {
  const stock = await shop.stock(20, '100.00')
  await rule({ title: { 'en-US': 'Winter' } })
  const drawer = await shop.open(shop.owner, await shop.another())
  const line = { subject_id: stock, quantity: 1, unit_price: '50.00', reason: 'scratched' }
  const quoted = async (more: object) =>
    fine(await shop.owner.post(`/api/admin/store/${shop.store}/quote`, { lines: [{ ...line, ...more }] })).body.total
  expect(await quoted({})).toBe('50.00')
  expect(Number(await quoted({ discountable: true }))).toBeLessThan(50)
  const ticket = drawer.ticket(stock, 1, '50.00', { lines: [line] })
  const sold = fine(await drawer.sell(ticket)).body
  expect(await shop.order(sold.order_id)).toMatchObject({ total: '50.00', lines: [{ discountable: false }] })
  // The same ticket sent in the format of another release is still the same ticket.
  const again = fine(await drawer.sell({ ...ticket, lines: [{ ...line, discountable: false }] })).body
  expect(again.order_id).toBe(sold.order_id)
})
