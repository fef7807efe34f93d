import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseMoney, roundParts, sql } from 'stoa'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { getValueOfUnits, listRefundAmounts } from '../domain/refund.ts'
import { roundDownTotal } from '../services/order/hand-out.ts'
import { applyAdjustments } from '../services/sale/adjustment-providers.ts'
import { unitPrice } from '../services/sale/currency.ts'

/** Currencies without decimals: requested amounts are whole, whatever the calculation yields. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['promotion', 'sheets'])
})
afterAll(() => shop.it.close())

const money = { code: 'JPY', rate: '19.35' }
const currencies = (...more: object[]) =>
  shop.owner.put('/api/admin/settings/currency', {
    base_currency: 'HKD',
    supported_currencies: [{ identifier: 'HKD', rate: '1', mark: 'HK$' }, ...more],
  })
const yen = { identifier: 'JPY', rate: '19.35', mark: 'JP¥' }

/** Pseudo-random numbers, the same in each run. */
function seeded(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

test('any adjustments of thousands of carts in yen leave lines, totals, shares and refunds whole', () => {
  const next = seeded(7)
  for (let n = 0; n < 5_000; n++) {
    const lines = Array.from({ length: 1 + next(5) }, () => ({ unit: unitPrice(1 + next(100_000), money), quantity: 1 + next(6) }))
    const steps = Array.from({ length: next(4) }, (_, i) => ({
      kind: `step ${i}`,
      adjust: (left: { lines: readonly number[]; shipping: number }) => [
        { label: '', shares: left.lines.map((most) => next(most + 200)), shipping: next(2) * next(left.shipping + 50) },
      ],
    }))
    const sending = unitPrice(next(10_000), money)
    const done = applyAdjustments(lines, sending, steps, 'JPY')
    const all = [...done.lines, done.shipping, ...done.applied.flatMap(({ shares, shipping }) => [...shares, shipping])]
    expect(all.every((amount) => amount % 100 === 0 && amount >= 0)).toBe(true)
    const before = lines.reduce((sum, { unit, quantity }) => sum + unit * quantity, sending)
    const off = done.applied.reduce((sum, { shares, shipping }) => sum + shipping + shares.reduce((a, b) => a + b, 0), 0)
    expect(done.lines.reduce((sum, amount) => sum + amount, done.shipping)).toBe(before - off)
    const [total = 0] = done.lines
    const quantity = lines[0]?.quantity ?? 1
    const backs = listRefundAmounts({ total, quantity, refunded: 0, refunded_quantity: 0, currency: 'JPY' }, quantity)
    expect(backs.every((amount) => amount % 100 === 0)).toBe(true)
    expect(backs.at(-1)).toBe(total)
    expect(getValueOfUnits(total, quantity, 1, 'JPY') % 100).toBe(0)
  }
})

test('parts are rounded so that their sum is kept, and currencies with two decimals stay unchanged', () => {
  expect(roundParts([1_000, 30, 30], 'JPY')).toEqual([1_000, 100, 0])
  expect(roundParts([333, 333, 334], 'JPY')).toEqual([300, 300, 400])
  expect(roundParts([333, 333, 334], 'HKD')).toEqual([333, 333, 334])
})

test('items, shipping and promotion are whole yen, and so are refunds', async () => {
  fine(await currencies(yen))
  const stock = await shop.stock(20, '99.99')
  const cart = fine(await shop.it.guest.post('/api/cart/item', { stock_id: stock, quantity: 3 })).body.cart_id
  const placedOrder = fine(
    await shop.it.guest.post('/api/checkout', {
      cart_id: cart,
      currency: 'JPY',
      guest: { email: 'yen@shop.test', first_name: 'May', last_name: 'Chan' },
      shipping_address: address,
      shipping_method: 'courier',
      payment_method: 'bank',
    }),
  ).body
  const row = await shop.it.kernel.db.one<{ id: number }>(sql`select id from sales_order where order_number = ${placedOrder.order_number}`)
  const order = await shop.order(row?.id ?? 0)
  expect(order).toMatchObject({ currency: 'JPY', subtotal: '5805.00', shipping: '774.00', total: '6579.00' })
  expect(order.lines).toMatchObject([{ unit: '1935.00' }])
  fine(await shop.owner.post(`/api/admin/order/${row?.id}/pay`))
  const [{ id }] = order.lines
  const refund = (amount: string) =>
    shop.owner.post(`/api/admin/order/${row?.id}/refund`, {
      lines: [{ order_line_id: id, quantity: 1, amount }],
      ...{ method: 'cash', reason: 'scratched' },
    })
  expect((await refund('10.50')).body.messages).toEqual({ 'lines.0.amount': ['JPY has no decimals. Enter a whole amount.'] })
  fine(await refund('10.00'))
})

test('manual payments and refunds in yen must be whole, unless they clear the rest of an older order', async () => {
  fine(await currencies(yen))
  const draft = { currency: 'JPY', lines: [{ stock_id: await shop.stock(20, '99.99'), quantity: 1 }] }
  const { id } = fine(await shop.owner.post('/api/admin/order', draft)).body
  fine(await shop.owner.post(`/api/admin/order/${id}/place`))
  const whole = { amount: ['JPY has no decimals. Enter a whole amount.'] }
  for (const way of ['payment', 'receive'])
    expect((await shop.owner.post(`/api/admin/order/${id}/${way}`, { amount: '10.50' })).body.messages, way).toEqual(whole)
  const { total } = await shop.order(id)
  await shop.it.kernel.db.run(
    sql`update sales_order set total_minor = total_minor + 50, shipping_minor = shipping_minor + 50 where id = ${id}`,
  )
  fine(await shop.owner.post(`/api/admin/order/${id}/payment`, { amount: total.replace('.00', '.50') }))
  const payment = await shop.it.kernel.db.one<{ id: number }>(
    sql`select id from payment where document_type = 'order' and document_id = ${id} and status = 'paid'`,
  )
  const giveBack = (amount: string) => shop.owner.post(`/api/admin/payment/${payment?.id}/refund`, { amount, reason: 'scratched' })
  expect((await giveBack('10.25')).body.messages).toEqual(whole)
  fine(await giveBack('10.00'))
  fine(await giveBack(String((parseMoney(total) - 950) / 100)))
})

test('cash rounding is deducted from lines in whole yen', async () => {
  fine(await currencies(yen))
  const lines = [1, 1].map(() => shop.stock(20, '10.00'))
  const draft = { currency: 'JPY', lines: (await Promise.all(lines)).map((stock_id) => ({ stock_id, quantity: 1 })) }
  const { id } = fine(await shop.owner.post('/api/admin/order', draft)).body
  await shop.it.kernel.transaction((tx) => roundDownTotal(tx, { id }, 100, 'Rounding'))
  const { lines: parts } = await shop.order(id)
  expect(parts.map((line: { total: string }) => line.total)).toEqual(['193.00', '194.00'])
})

test('an order sheet has yen amounts without decimals, and those of other currencies with two', async () => {
  fine(await currencies(yen))
  const stock = await shop.stock(20, '10.03')
  const numbers = []
  for (const currency of ['JPY', 'HKD']) {
    const draft = { currency, lines: [{ stock_id: stock, quantity: 3 }] }
    numbers.push(fine(await shop.owner.post('/api/admin/order', draft)).body.order_number)
  }
  const { raw } = fine(await shop.owner.get('/api/admin/order/export?format=csv'))
  const [head = '', ...lines] = raw.body.split(/\r?\n/)
  const at = head.split(',').indexOf('order_total')
  const findTotal = (number: string) =>
    lines
      .find((line) => line.includes(number))
      ?.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)
      ?.[at]?.replace(',', '')
  expect(numbers.map(findTotal)).toEqual(['582', '30.09'])
})

test('staff enter whole amounts in a currency without decimals, and others are rejected by field', async () => {
  fine(await currencies(yen))
  const stock = await shop.stock(20, '10.03')
  const draft = (more: object, line: object = {}) =>
    shop.owner.post('/api/admin/order', { currency: 'JPY', lines: [{ stock_id: stock, quantity: 3, ...line }], ...more })
  const whole = ['JPY has no decimals. Enter a whole amount.']
  expect((await draft({ discount: '1.50' })).body.messages).toEqual({ discount: whole })
  expect((await draft({ shipping: '1.50' })).body.messages).toEqual({ shipping: whole })
  expect((await draft({}, { unit_price: '1.50', price_reason: 'x' })).body.messages).toEqual({ 'lines.0.unit_price': whole })
  const made = fine(await draft({ discount: '100.00' })).body
  for (const amount of [made.subtotal, made.total, made.lines[0].discount]) expect(parseMoney(amount) % 100).toBe(0)
})

test('a currency with three decimals is refused in the settings, with the reason', async () => {
  for (const [identifier, status] of [
    ['KWD', 422],
    ['BHD', 422],
    ['KRW', 200],
    ['VND', 200],
  ] as const) {
    const answer = await currencies({ identifier, rate: '0.039', mark: '' })
    expect([identifier, answer.status]).toEqual([identifier, status])
    if (status === 422)
      expect(answer.body.messages).toEqual({
        supported_currencies: [`${identifier} has more than two decimals and is not supported.`],
      })
  }
})
