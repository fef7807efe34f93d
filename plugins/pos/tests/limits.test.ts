import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../tests/support/app.ts'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, type Drawer, openCounter, getTurn, createWorker } from './counter.ts'

/** Limits of staff at the register without approval: prices, discounts and refunds. */
let shop: Counter
let lead: Awaited<ReturnType<typeof createWorker>>
let drawer: Drawer
let stock: number
beforeAll(async () => {
  shop = await openCounter()
  lead = await createWorker(shop, 'pos.manager')
  drawer = await shop.open(lead.as, undefined, '5000.00')
  stock = await shop.stock(500, '9.99')
})
afterAll(() => shop.it.close())

const at = (path: string) => `/api/admin/store/${shop.store}/${path}`
const fields = ({ status, body }: { status: number; body: any }) => [status, ...Object.keys(body.messages ?? {})]
const card = (amount: string) => [{ method: 'card', amount }]
const quote = (more: object, as: Client = lead.as) => as.post(at('quote'), more)
const line = (unit_price: string | null, quantity = 1, reason = 'scratched', subject_id = stock) => ({
  subject_id,
  quantity,
  unit_price,
  reason,
})
const settings = async (values: object) => fine(await shop.owner.put('/api/admin/settings/pos', values))
const till = async (as: Client) => fine(await as.get(at('till'))).body.may
/** Sets the limits of the lead's role. */
const limit = async (values: object) => {
  const { data } = fine(await shop.owner.get(`/api/admin/pos_limit?role_id=${lead.role}`)).body
  if (data.length === 0) return fine(await shop.owner.post('/api/admin/pos_limit', { role_id: lead.role, ...values }))
  return fine(await shop.owner.put(`/api/admin/pos_limit/${data[0].id}`, { ...values, version: data[0].version }))
}

test.each([
  // 10% of 9.99 is 0.999: a discount of 0.99 is within the limit and 1.00 is not.
  ['9.00', true],
  ['8.99', false],
  ['9.99', true],
])('a price of %s for a regular price of 9.99 with a limit of a tenth', async (price, good) => {
  const answer = await quote({ lines: [line(price)] })
  expect(fields(answer)).toEqual(good ? [200] : [422, 'lines.0.unit_price'])
})

test('the discount limit applies to the ticket total, to the cent, and the error names the field', async () => {
  const lines = [line(null, 10)]
  const off = (discount: string) => quote({ lines, discount, discount_reason: 'friend' })
  expect(fine(await off('9.99')).body).toMatchObject({ subtotal: '99.90', discount: '9.99', total: '89.91' })
  const refused = await off('10.00')
  expect(refused.body.messages).toEqual({ discount: ['You can give a discount of at most 10%. Ask a person with a higher limit.'] })
})

test('manual prices share the limit of the ticket: unused discount of one line and a higher price leave room for others', async () => {
  const cheap = await shop.stock(10, '100.00')
  const together = (prices: readonly [string | null, string | null], discount = '0.00') =>
    quote({ lines: [line(prices[0], 1, 'x', cheap), line(prices[1], 1, 'x', cheap)], discount, discount_reason: 'x' })
  expect((await together(['80.00', null])).status).toBe(200)
  expect(fields(await together(['80.00', '99.99']))).toEqual([422, 'lines.0.unit_price'])
  expect(fields(await together([null, '79.99']))).toEqual([422, 'lines.1.unit_price'])
  expect((await together(['70.00', '110.00'])).status).toBe(200)
  expect(fields(await together(['90.00', null], '10.01'))).toEqual([422, 'discount'])
  expect((await together(['90.00', null], '10.00')).status).toBe(200)
})

test('each changed price and a discount require a reason; the regular price requires none', async () => {
  const lines = [line('9.50', 1, ''), line(null), line('9.60', 1, ''), line('9.99', 1, '')]
  expect(fields(await quote({ lines }))).toEqual([422, 'lines.0.reason', 'lines.2.reason'])
  expect(fields(await quote({ lines: [line(null)], discount: '0.10' }))).toEqual([422, 'discount_reason'])
  expect((await quote({ lines: [line('9.99', 1, '')] })).status).toBe(200)
  expect((await quote({ lines: [line(null)], discount: '0.00' })).status).toBe(200)
})

test('without the price permission no price can be changed, not even raised; quotes at regular prices work', async () => {
  const clerk = await createWorker(shop, 'pos.editor')
  for (const price of ['9.98', '10.00'])
    expect(fields(await quote({ lines: [line(price)] }, clerk.as))).toEqual([422, 'lines.0.unit_price'])
  expect(fields(await quote({ lines: [line(null)], discount: '0.01', discount_reason: 'x' }, clerk.as))).toEqual([422, 'discount'])
  expect((await quote({ lines: [line('9.99', 1, '')] }, clerk.as)).status).toBe(200)
  // A role limit does not grant a permission the account lacks.
  fine(await shop.owner.post('/api/admin/pos_limit', { role_id: clerk.role, most_off: '100', most_back: '5.00' }))
  expect(fields(await quote({ lines: [line('9.98')] }, clerk.as))).toEqual([422, 'lines.0.unit_price'])
  expect(await till(clerk.as)).toMatchObject({ reprice: false, most_off: 0, most_back: '5.00' })
})

test('the settings apply to roles without a limit, a role limit overrides them, and an owner has none', async () => {
  expect(await till(lead.as)).toMatchObject({ reprice: true, most_off: 10, most_back: '1000.00' })
  await settings({ most_off: '25', most_back: '30.00' })
  expect(await till(lead.as)).toMatchObject({ most_off: 25, most_back: '30.00' })
  await limit({ most_off: '12.5', most_back: '0.00' })
  expect(await till(lead.as)).toMatchObject({ most_off: 12.5, most_back: '0.00' })
  expect(await till(shop.owner)).toMatchObject({ most_off: null, most_back: null })
  expect((await quote({ lines: [line('0.00')] }, shop.owner)).status).toBe(200)
  await limit({ most_off: '0', most_back: '0.00' })
  expect(fields(await quote({ lines: [line('9.98')] }))).toEqual([422, 'lines.0.unit_price'])
  expect((await quote({ lines: [line('20.00')] })).status).toBe(200)
  await limit({ most_off: '100', most_back: '1000.00' })
  const free = drawer.ticket(stock, 1, '0.00', { lines: [line('0.00')], payments: [] })
  expect(fine(await drawer.sell(free)).body.total).toBe('0.00')
  await limit({ most_off: '10', most_back: '1000.00' })
  await settings({ most_off: '10', most_back: '1000.00' })
})

test('a role has at most one limit, within bounds', async () => {
  const { role } = await createWorker(shop, 'pos.editor')
  const write = (values: object) => shop.owner.post('/api/admin/pos_limit', { role_id: role, most_off: '10', most_back: '1.00', ...values })
  for (const wrong of [{ most_off: '100.5' }, { most_off: '-1' }, { most_back: '-0.01' }, { role_id: 999_999 }])
    expect(fields(await write(wrong)), JSON.stringify(wrong)).toEqual([422, Object.keys(wrong)[0]])
  fine(await write({}))
  expect(fields(await write({}))).toEqual([422, 'role_id'])
})

test('refund limits apply to the cent, with and without a receipt, to the whole return', async () => {
  await limit({ most_off: '10', most_back: '20.00' })
  const each = await shop.stock(50, '10.00')
  const sold = fine(await drawer.sell(drawer.ticket(each, 10, '100.00', { payments: card('100.00') }))).body
  const [found] = fine(await lead.as.get(at(`ticket?barcode=${sold.number}`))).body.lines
  const back = (quantity: number, as = lead.as) =>
    as.post(at(`ticket/${sold.id}/return`), {
      ...{ ...getTurn(drawer), reason: 'x', lines: [{ order_line_id: found.order_line_id, quantity, resaleable: 0 }] },
    })
  const unproven = (quantity: number) =>
    lead.as.post(at('return'), { ...getTurn(drawer), reason: 'x', lines: [{ subject_id: each, quantity, resaleable: 0 }] })
  for (const send of [back, unproven]) {
    const refused = await send(3)
    expect(refused.body.messages).toEqual({ lines: ['You can refund at most 20.00. Ask a person with a higher limit.'] })
    expect(fine(await send(2)).body.total).toBe('-20.00')
  }
  expect((await shop.order(sold.order_id)).lines[0]).toMatchObject({ returned_quantity: 2, refunded: '20.00' })
  expect(fine(await back(3, shop.owner)).body.total).toBe('-30.00')
  await limit({ most_off: '10', most_back: '0.00' })
  expect(fields(await back(1))).toEqual([422, 'lines'])
})
