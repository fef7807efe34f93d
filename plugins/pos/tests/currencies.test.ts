import { afterAll, beforeAll, expect, test } from 'vitest'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, drawerOf, openCounter, getTurn } from './counter.ts'

/** A register in a currency without decimals, and cash rounding of others. */
let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
})
afterAll(() => shop.it.close())

const useCurrency = async (code: string) =>
  fine(
    await shop.owner.put('/api/admin/settings/currency', {
      base_currency: code,
      supported_currencies: [{ identifier: code, rate: '1', mark: '' }],
    }),
  )
const tillCoin = async () => fine(await shop.owner.get(`/api/admin/store/${shop.store}/till`)).body.coin
const NO_DECIMALS = ['JPY has no decimals. Enter a whole amount.']

test('cash is rounded to the smallest coin of the currency unless set otherwise', async () => {
  for (const [code, coin] of [
    ['HKD', '0.10'],
    ['CHF', '0.05'],
    ['USD', '0.01'],
    ['SEK', '1.00'],
    ['JPY', '1.00'],
    ['KRW', '10.00'],
  ] as const) {
    await useCurrency(code)
    expect([code, await tillCoin()]).toEqual([code, coin])
  }
  await useCurrency('CHF')
  fine(await shop.owner.put('/api/admin/settings/pos', { coin: '0.50' }))
  expect(await tillCoin()).toBe('0.50')
  await useCurrency('JPY')
  expect(await tillCoin()).toBe('1.00')
  fine(await shop.owner.put('/api/admin/settings/pos', { coin: 'currency' }))
})

test('a till in yen rounds article prices to whole amounts and rejects decimals by field', async () => {
  // The price was stored before the currency had no decimals.
  await useCurrency('HKD')
  const stock = await shop.stock(10, '99.50')
  await useCurrency('JPY')
  fine(await shop.owner.put(`/api/admin/warehouse/${shop.warehouse}`, { is_pickup: true, version: 1 }))
  fine(await shop.owner.post('/api/admin/shipping_method', { code: 'shop', title: 'In our shop', kind: 'pickup_store', price: '0' }))
  const drawer = await shop.open(shop.owner, shop.register, '5000')
  const { data } = fine(await shop.owner.get(`/api/admin/store/${shop.store}/article`)).body
  expect(data.find(({ id }: { id: number }) => id === stock)).toMatchObject({ price: '100.00', pay: '100.00' })
  const quote = (line: object, more: object = {}) =>
    shop.owner.post(`/api/admin/store/${shop.store}/quote`, {
      lines: [{ subject_id: stock, quantity: 3, ...line }],
      session_id: drawer.session,
      device: drawer.device,
      ...more,
    })
  expect((await quote({ unit_price: '80.50', reason: 'worn' })).body.messages).toEqual({ 'lines.0.unit_price': NO_DECIMALS })
  expect((await quote({}, { discount: '0.50', discount_reason: 'worn' })).body.messages).toEqual({ discount: NO_DECIMALS })
  const cash = (amount: string) =>
    shop.owner.post(`/api/admin/store/${shop.store}/session/${drawer.session}/cash`, {
      id: crypto.randomUUID(),
      kind: 'in',
      amount,
      reason: 'change',
      device: drawer.device,
    })
  expect((await cash('10.50')).body.messages).toEqual({ amount: NO_DECIMALS })
  const move = drawerOf(shop, drawer)
  expect((await move.count('5000.50')).body.messages).toEqual({ counted: NO_DECIMALS })
  const paidBy = async (payments: object[]) => (await drawer.sell(drawer.ticket(stock, 3, '300.00', { payments }))).body.messages
  const halves = ['100.50', '199.50'].map((amount, i) => ({ method: ['cash', 'card'][i], amount }))
  expect(await paidBy(halves)).toEqual({ 'payments.0.amount': NO_DECIMALS })
  expect(await paidBy([{ method: 'cash', amount: '300.00', tendered: '500.50' }])).toEqual({ 'payments.0.tendered': NO_DECIMALS })
  const handed = async (payments: object[]) => {
    const order = await shop.buy(stock, 3, { shipping_method: 'shop', pickup_point: 'main', shipping_address: undefined })
    const path = `/api/admin/store/${shop.store}/pickup/${order.id}/hand_over`
    return (await shop.owner.post(path, { ...getTurn(drawer), due: '300.00', payments })).body.messages
  }
  expect(await handed(halves)).toEqual({ 'payments.0.amount': NO_DECIMALS })
  expect(await handed([{ method: 'cash', amount: '300.00', tendered: '500.50' }])).toEqual({ 'payments.0.tendered': NO_DECIMALS })
  const sold = fine(await drawer.sell(drawer.ticket(stock, 3, '300.00'))).body
  expect(await shop.order(sold.order_id)).toMatchObject({ currency: 'JPY', total: '300.00', paid: '300.00' })
})

test('the ticket total cannot exceed the maximum amount', async () => {
  const stock = await shop.stock(0, '999999999', { track_inventories: false })
  const quote = await shop.owner.post(`/api/admin/store/${shop.store}/quote`, { lines: [{ subject_id: stock, quantity: 1_001 }] })
  expect([quote.status, Object.keys(quote.body.messages)]).toEqual([422, ['lines.0.quantity']])
})
