import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, openCounter } from './counter.ts'

let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
})
afterAll(() => shop.it.close())

const lying = async (stock: number) =>
  (await shop.it.kernel.db.one<{ n: number }>(sql`select sum(quantity)::int as n from inventory where stock_id = ${stock}`))?.n
const attempts = async (id: number) => {
  const { data } = fine(await shop.owner.get(`/api/admin/payment/attempts?document_type=order&document_id=${id}`)).body
  return data.map((p: any) => `${p.status} ${p.amount}`)
}

test('a ticket creates order, payment and inventory movement in one step, completed', async () => {
  const stock = await shop.stock(10, '100.00')
  const drawer = await shop.open()
  const sold = fine(await drawer.sell(drawer.ticket(stock, 3, '300.00'))).body
  expect(sold).toMatchObject({ number: `K1-${drawer.session}-1`, total: '300.00', trouble: [] })
  expect(await shop.order(sold.order_id)).toMatchObject({
    status: 'completed',
    source: 'pos',
    total: '300.00',
    paid: '300.00',
    payment_status: 'paid',
    fulfilment_status: 'received',
    payment_title: 'Cash',
  })
  expect(await attempts(sold.order_id)).toEqual(['paid 300.00'])
  expect(await lying(stock)).toBe(7)
  await shop.it.jobs()
  expect((await shop.owner.get('/api/admin/mail')).body.total).toBe(0)
})

test('a ticket sent twenty times concurrently is saved once, with the same answer to each', async () => {
  const stock = await shop.stock(50, '10.00')
  const drawer = await shop.open()
  const ticket = drawer.ticket(stock, 2, '20.00')
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => drawer.sell({ ...ticket, offline: i % 2 === 1 })))
  expect(new Set(answers.map((a) => `${a.status} ${JSON.stringify(a.body)}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await lying(stock)).toBe(48)
  expect((await drawer.sell({ ...ticket, total: '10.00', lines: [{ subject_id: stock, quantity: 1 }] })).body.code).toBe('TICKET_REUSED')
  expect((await drawer.sell({ ...ticket, client_uuid: randomUUID() })).body.code).toBe('TICKET_REUSED')
})

test('a ticket is paid by several methods, with cash rounding', async () => {
  const stock = await shop.stock(10, '33.37')
  const drawer = await shop.open()
  const split = {
    payments: [
      { method: 'card', amount: '50.00', reference: 'T-9921' },
      { method: 'cash', amount: '50.10', tendered: '100.00' },
    ],
  }
  const sold = fine(await drawer.sell(drawer.ticket(stock, 3, '100.11', split))).body
  expect(sold.total).toBe('100.10')
  expect(await attempts(sold.order_id)).toEqual(['paid 50.00', 'paid 50.10'])
  const order = await shop.order(sold.order_id)
  expect(order).toMatchObject({ total: '100.10', discount: '0.01', payment_title: 'Card terminal + Cash', status: 'completed' })
  const off = await shop.it.kernel.db.rows(sql`select kind, amount_minor as amount from order_adjustment where order_id = ${sold.order_id}`)
  expect(off).toEqual([{ kind: 'rounding', amount: -1 }])
  // A full card payment is not rounded.
  const whole = drawer.ticket(stock, 1, '33.37', { payments: [{ method: 'card', amount: '33.37', reference: 'T-1' }] })
  expect(fine(await drawer.sell(whole)).body.total).toBe('33.37')
  const wrong = await drawer.sell(drawer.ticket(stock, 1, '33.37', { payments: [{ method: 'cash', amount: '33.37' }] }))
  expect(wrong.body.messages).toEqual({ payments: ['Payments must add up to 33.30.'] })
  const short = await drawer.sell(drawer.ticket(stock, 1, '33.37', { payments: [{ method: 'cash', amount: '33.30', tendered: '20.00' }] }))
  expect(short.body.messages).toEqual({ 'payments.0.tendered': ['The cash received is less than the amount due.'] })
  const gateway = await drawer.sell(drawer.ticket(stock, 1, '33.37', { payments: [{ method: 'nowhere', amount: '33.37' }] }))
  expect(gateway.status).toBe(422)
})

test('an online ticket with an outdated price is rejected, an offline one is accepted and flagged', async () => {
  const stock = await shop.stock(10, '80.00')
  const drawer = await shop.open()
  const ticket = drawer.ticket(stock, 1, '75.00', { lines: [{ subject_id: stock, quantity: 1, told: '75.00' }] })
  const refused = await drawer.sell(ticket)
  expect(refused.body).toMatchObject({ code: 'TOTAL_CHANGED', total: '80.00' })
  expect(await lying(stock)).toBe(10)
  const sold = fine(await drawer.sell({ ...ticket, offline: true })).body
  expect(sold).toMatchObject({ total: '75.00', trouble: ['price'] })
  expect((await shop.owner.get(`/api/admin/pos_ticket/${sold.id}`)).body).toMatchObject({ trouble: ['price'], seen_at: null })
  fine(await shop.owner.post(`/api/admin/pos_ticket/${sold.id}/accept`))
  expect((await shop.owner.get(`/api/admin/pos_ticket/${sold.id}`)).body.seen_at).not.toBeNull()
})

test('missing stock is rejected online, sold with the oversell permission, and accepted from offline tickets', async () => {
  const stock = await shop.stock(1, '10.00')
  const drawer = await shop.open()
  const two = () => drawer.ticket(stock, 2, '20.00')
  expect((await drawer.sell(two())).body.code).toBe('OUT_OF_STOCK')
  const clerk = await shop.it.staff(['sell pos ticket', 'open pos session', 'get store', 'see all store'])
  expect((await clerk.post(`/api/admin/store/${shop.store}/ticket`, { ...two(), beyond: true })).status).toBe(403)
  expect(fine(await drawer.sell({ ...two(), beyond: true })).body.trouble).toEqual(['goods'])
  expect(await lying(stock)).toBe(0)
  const late = fine(await drawer.sell({ ...two(), offline: true })).body
  expect(late.trouble).toEqual(['goods'])
  const moves = await shop.it.kernel.db.rows<{ type: string; quantity: number }>(
    sql`select type, quantity from inventory_movement where document_id = ${late.order_id} and document_type = 'order' order by id`,
  )
  expect(moves).toEqual([
    { type: 'plus', quantity: 2 },
    { type: 'sale', quantity: -2 },
  ])
})

test('a till sells only from the warehouse of its store', async () => {
  const stock = await shop.stock(5, '10.00')
  const other = fine(await shop.owner.post('/api/admin/warehouse', { code: `w${stock}`, name: 'Other', priority: -5 })).body.id
  await shop.it.kernel.db.run(sql`update inventory set warehouse_id = ${other} where stock_id = ${stock}`)
  const drawer = await shop.open()
  expect((await drawer.sell(drawer.ticket(stock, 1, '10.00'))).body.code).toBe('OUT_OF_STOCK')
})

test('manual prices and discounts require a reason and the permission, and stay within the role limit', async () => {
  const stock = await shop.stock(20, '100.00')
  const drawer = await shop.open()
  const clerk = await shop.it.staff('pos.editor')
  const lead = await shop.it.staff('pos.manager')
  const [me, other] = await shop.it.kernel.db.rows<{ id: number; role_id: number }>(
    sql`select id, role_id from account order by id desc limit 2`,
  )
  fine(await shop.owner.put(`/api/admin/store/${shop.store}`, { staff: [me?.id, other?.id], version: 1 }))
  const at = `/api/admin/store/${shop.store}/ticket`
  const cheaper = (unit_price: string, reason = 'scratched') =>
    drawer.ticket(stock, 1, unit_price, { lines: [{ subject_id: stock, quantity: 1, unit_price, reason }] })
  expect((await lead.post(at, cheaper('95.00', ''))).body.messages).toEqual({ 'lines.0.reason': ['Enter a reason.'] })
  expect((await clerk.post(at, cheaper('95.00'))).body.messages).toEqual({
    'lines.0.unit_price': ['You do not have permission to change prices.'],
  })
  const sold = fine(await lead.post(at, cheaper('95.00'))).body
  expect((await shop.order(sold.order_id)).lines[0]).toMatchObject({ unit: '95.00', list_unit: '100.00', price_reason: 'scratched' })
  expect((await lead.post(at, cheaper('80.00'))).body.messages['lines.0.unit_price'][0]).toContain('10%')
  const discount = (amount: string) =>
    drawer.ticket(stock, 2, String(200 - Number(amount)) + '.00', { discount: amount, discount_reason: 'friend' })
  expect(fine(await lead.post(at, discount('20.00'))).body.total).toBe('180.00')
  expect((await lead.post(at, discount('21.00'))).status).toBe(422)
  // A manual price and a discount share one limit.
  const both = drawer.ticket(stock, 1, '85.00', {
    lines: [{ subject_id: stock, quantity: 1, unit_price: '95.00', reason: 'scratched' }],
    discount: '10.00',
    discount_reason: 'friend',
  })
  expect((await lead.post(at, both)).status).toBe(422)
  fine(await shop.owner.post('/api/admin/pos_limit', { role_id: me?.role_id, most_off: '50', most_back: '1000.00' }))
  expect(fine(await lead.post(at, cheaper('80.00'))).body.total).toBe('80.00')
  expect(fine(await lead.post(at, both)).body.total).toBe('85.00')
})

test('a known article page is not sent again until it changes', async () => {
  const stock = await shop.stock(5, '10.00')
  const drawer = await shop.open()
  const at = `/api/admin/store/${shop.store}/article`
  const first = fine(await shop.owner.get(at)).body
  expect(first).toMatchObject({ same: false, next: null })
  expect(fine(await shop.owner.get(`${at}?known=${first.mark}`)).body).toEqual({ data: [], next: null, mark: first.mark, same: true })
  fine(await drawer.sell(drawer.ticket(stock, 1, '10.00')))
  const then = fine(await shop.owner.get(`${at}?known=${first.mark}`)).body
  expect(then.same).toBe(false)
  expect(then.data.find(({ id }: { id: number }) => id === stock).available).toBe(4)
})

test('staff outside a store see neither the store nor its till, drawers and tickets', async () => {
  const stock = await shop.stock(5, '10.00')
  const drawer = await shop.open()
  const sold = fine(await drawer.sell(drawer.ticket(stock, 1, '10.00'))).body
  const stranger = await shop.it.staff('pos.manager')
  const at = `/api/admin/store/${shop.store}`
  expect((await stranger.get(at)).status).toBe(404)
  expect((await stranger.get(`${at}/till`)).status).toBe(404)
  expect((await stranger.get(`${at}/ticket?barcode=${sold.number}`)).status).toBe(404)
  expect((await stranger.post(`${at}/ticket`, drawer.ticket(stock, 1, '10.00'))).status).toBe(404)
  expect((await stranger.get('/api/admin/pos_ticket')).body.total).toBe(0)
  expect((await stranger.get('/api/admin/pos_session')).body.total).toBe(0)
  expect((await stranger.get('/api/admin/pos_cash')).body.total).toBe(0)
  expect((await stranger.get('/api/admin/pos_register')).body.total).toBe(0)
})
