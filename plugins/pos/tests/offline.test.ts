import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, type Drawer, drawerOf, lying, openCounter, createWorker } from './counter.ts'

/** Offline tickets: the sale has already happened, so it is stored as sent, and deviations are flagged. */
let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
})
afterAll(() => shop.it.close())

const rule = async (values: object) => fine(await shop.owner.put('/api/admin/settings/pos', values))
const fresh = async (float = '0.00') => shop.open(shop.owner, await shop.another(), float)
const fields = ({ status, body }: { status: number; body: any }) => [status, ...Object.keys(body.messages ?? {})]
/** An offline ticket of one unit, sold at the price its device had. */
const late = (drawer: Drawer, stock: number, shownPrice: string, more: object = {}) =>
  drawer.ticket(stock, 1, shownPrice, { offline: true, lines: [{ subject_id: stock, quantity: 1, told: shownPrice }], ...more })
const cash = (amount: string) => ({ payments: [{ method: 'cash', amount }] })

test('an offline ticket at the current price is not flagged', async () => {
  const stock = await shop.stock(5, '10.00')
  const drawer = await fresh()
  expect(fine(await drawer.sell(late(drawer, stock, '10.00'))).body).toMatchObject({ total: '10.00', trouble: [] })
})

test('offline cash rounding is accepted below the largest coin, and flagged beyond the coin of the shop', async () => {
  const stock = await shop.stock(9, '20.99')
  const drawer = await fresh()
  await rule({ coin: '0.01' })
  const sold = fine(await drawer.sell(late(drawer, stock, '20.99', cash('20.00')))).body
  expect(sold).toMatchObject({ total: '20.00', trouble: ['price'] })
  await rule({ coin: '0.10' })
  expect(fine(await drawer.sell(late(drawer, stock, '20.99', cash('20.90')))).body).toMatchObject({ total: '20.90', trouble: [] })
  await rule({ coin: '0.01' })
  expect(await shop.order(sold.order_id)).toMatchObject({ total: '20.00', paid: '20.00', discount: '0.99', status: 'completed' })
  const short = await drawer.sell(late(drawer, stock, '20.99', cash('19.99')))
  expect(short.body.messages).toEqual({ payments: ['Payments must add up to 20.00.'] })
  const over = await drawer.sell(late(drawer, stock, '20.99', cash('21.00')))
  expect(over.body.messages).toEqual({ payments: ['Payments must add up to 20.99.'] })
  await rule({ coin: '0.10' })
  // An online cash payment is rounded to the smallest coin only.
  expect(fields(await drawer.sell(drawer.ticket(stock, 1, '20.99', cash('20.00'))))).toEqual([422, 'payments'])
})

test.each([
  ['less than it costs', '7.50', '7.50'],
  ['nothing at all', '0.00', '0.00'],
])('an offline ticket for %s is accepted at its price and flagged', async (_, shownPrice, total) => {
  const stock = await shop.stock(9, '10.00')
  const drawer = await fresh()
  const payments = total === '0.00' ? { payments: [] } : {}
  const sold = fine(await drawer.sell(late(drawer, stock, shownPrice, payments))).body
  expect(sold).toMatchObject({ total, trouble: ['price'] })
  expect(await shop.order(sold.order_id)).toMatchObject({ total, status: 'completed', lines: [{ unit: shownPrice }] })
})

test('an offline ticket above the current price is accepted, and the order has the paid price', async () => {
  const stock = await shop.stock(9, '10.00')
  const drawer = await fresh()
  const sold = fine(await drawer.sell(late(drawer, stock, '12.00'))).body
  expect(sold).toMatchObject({ total: '12.00', trouble: ['price'] })
  expect(await shop.order(sold.order_id)).toMatchObject({ total: '12.00', paid: '12.00', lines: [{ unit: '12.00' }] })
})

test('an offline price beyond the permission of the cashier needs the approval of permitted staff', async () => {
  const clerk = await createWorker(shop, 'pos.editor')
  const stock = await shop.stock(9, '10.00')
  const drawer = await shop.open(clerk.as, await shop.another(), '0.00')
  const cheap = (more: object) =>
    drawer.ticket(stock, 1, '2.00', {
      lines: [{ subject_id: stock, quantity: 1, told: '10.00', unit_price: '2.00', reason: 'friend' }],
      ...more,
    })
  expect(fields(await drawer.sell(cheap({})))).toEqual([422, 'lines.0.unit_price'])
  const late = cheap({ offline: true })
  const refused = await drawer.sell(late)
  expect([refused.status, refused.body.code]).toEqual([422, 'TICKET_NEEDS_APPROVAL'])
  const sold = fine(await shop.owner.post(`/api/admin/store/${shop.store}/ticket`, late)).body
  expect(sold).toMatchObject({ total: '2.00', trouble: [] })
  expect((await shop.order(sold.order_id)).lines[0]).toMatchObject({ unit: '2.00', list_unit: '10.00', price_reason: 'friend' })
})

test('an offline manual discount without a reason is accepted and flagged', async () => {
  const stock = await shop.stock(9, '10.00')
  const drawer = await fresh()
  const sold = fine(await drawer.sell(late(drawer, stock, '10.00', { total: '9.00', discount: '1.00', ...cash('9.00') }))).body
  expect(sold).toMatchObject({ total: '9.00', trouble: ['price'] })
  expect(await shop.order(sold.order_id)).toMatchObject({ discount: '1.00', total: '9.00' })
})

test('the total of an offline ticket is between zero and the sum of its lines', async () => {
  const stock = await shop.stock(9, '10.00')
  const drawer = await fresh()
  expect(fields(await drawer.sell(late(drawer, stock, '10.00', { total: '10.01', ...cash('10.01') })))).toEqual([422, 'total'])
  expect(fields(await drawer.sell(late(drawer, stock, '10.00', { total: '-0.01', payments: [] })))).toEqual([422, 'total'])
  expect(await lying(shop, stock)).toBe(9)
})

test('offline tickets for more than the remaining stock are all accepted and flagged, and the inventory is corrected', async () => {
  const stock = await shop.stock(1, '10.00')
  const drawer = await fresh()
  const tickets = Array.from({ length: 4 }, () => late(drawer, stock, '10.00'))
  const answers = await Promise.all(tickets.map((ticket) => drawer.sell(ticket)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(answers.map(({ body }) => body.trouble).filter((trouble) => trouble.length === 0)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.trouble[0] === 'goods')).toHaveLength(3)
  expect(await lying(shop, stock)).toBe(0)
  expect(fine(await drawerOf(shop, drawer).count('40.00')).body.difference).toBe('0.00')
})

test('a ticket carries all of its flags at once', async () => {
  const stock = await shop.stock(1, '10.00')
  const register = await shop.another()
  const drawer = await shop.open(shop.owner, register, '0.00')
  const odd = drawer.ticket(stock, 3, '24.00', { offline: true, lines: [{ subject_id: stock, quantity: 3, told: '8.00' }] })
  fine(await drawerOf(shop, drawer).count('0.00'))
  fine(await drawerOf(shop, drawer).close())
  await shop.open(shop.owner, register, '0.00')
  const sold = fine(await drawer.sell(odd)).body
  expect([...sold.trouble].sort()).toEqual(['goods', 'late', 'price'])
  expect(fine(await shop.owner.get(`/api/admin/pos_ticket/${sold.id}`)).body).toMatchObject({ offline: true, seen_at: null })
})

test('an offline ticket for a product hidden meanwhile is accepted; an unknown product is rejected', async () => {
  const stock = await shop.stock(5, '10.00')
  const drawer = await fresh()
  const [ticket, never] = [late(drawer, stock, '10.00'), late(drawer, 999_999, '10.00')]
  expect(fields(await drawer.sell(never))).toContain('lines.0')
  const product = await shop.it.kernel.db.one<{ id: number; version: number }>(
    sql`select p.id, p.version from product p join stock s on s.product_id = p.id where s.id = ${stock}`,
  )
  fine(await shop.owner.put(`/api/admin/product/${product?.id}`, { visibled: false, version: product?.version }))
  const sold = await drawer.sell(ticket)
  expect([sold.status, sold.body.messages ?? sold.body.total]).toEqual([200, '10.00'])
})

test('a second device of a drawer numbers its tickets by itself, and each number is one ticket', async () => {
  const stock = await shop.stock(9, '10.00')
  const register = await shop.another()
  const [one, two] = [await shop.open(shop.owner, register), await shop.open(shop.owner, register)]
  expect(one.session).toBe(two.session)
  const numbers = []
  for (const drawer of [one, two, one, two]) numbers.push(fine(await drawer.sell(late(drawer, stock, '10.00'))).body.number)
  const code = numbers[0].split('-')[0]
  expect(numbers).toEqual([
    `${code}-${one.session}-1`,
    `${code}-${one.session}.2-1`,
    `${code}-${one.session}-2`,
    `${code}-${one.session}.2-2`,
  ])
  // A device that reconnects gets its place and the last sequence number it announced.
  fine(await shop.owner.post(`/api/admin/store/${shop.store}/session/${two.session}/announce`, { device: two.device, last: 2 }))
  const again = await shop.owner.post(`/api/admin/store/${shop.store}/session`, {
    register_id: register,
    opening_float: '9.00',
    device: two.device,
  })
  expect(again.body).toMatchObject({ id: two.session, place: 2, last: 2, joined: true })
  const turn = { device: two.device, place: 1, session_id: two.session, client_uuid: randomUUID() }
  expect((await two.sell(two.ticket(stock, 1, '10.00', turn))).body.code).toBe('TICKET_REUSED')
})

test('a device that announces a wrong number of tickets blocks only its own drawer', async () => {
  const [drawer, other] = [await fresh(), await fresh()]
  const announce = (last: number, unused: number[] = []) =>
    shop.owner.post(`/api/admin/store/${shop.store}/session/${drawer.session}/announce`, { device: drawer.device, last, unused })
  expect(fields(await announce(1_000_001))).toEqual([422, 'last'])
  expect(fields(await announce(-1))).toEqual([422, 'last'])
  fine(await announce(3, [1, 1, 2]))
  fine(await announce(2, [2]))
  expect((await drawerOf(shop, drawer).count('0.00')).body.messages).toEqual([
    '1 ticket has not been sent from its device yet. Bring the device online first.',
  ])
  expect(fine(await drawerOf(shop, other).count('0.00')).body.difference).toBe('0.00')
  fine(await announce(3, [3]))
  expect(fine(await drawerOf(shop, drawer).count('0.00')).body.difference).toBe('0.00')
})
