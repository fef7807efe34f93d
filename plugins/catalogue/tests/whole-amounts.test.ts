import { expect, test } from 'vitest'
import { toFormData, suite } from 'stoa/testing'

/** A shop whose base currency is yen, which has no decimals. */
const shop = suite(['catalogue', 'sheets'])

const whole = 'JPY has no decimals. Enter a whole amount.'
const setBase = (code: string) =>
  shop.owner.put('/api/admin/settings/currency', {
    base_currency: code,
    supported_currencies: [
      { identifier: code, rate: '1', mark: '' },
      { identifier: code === 'JPY' ? 'USD' : 'JPY', rate: '2', mark: '' },
    ],
  })
const product = (price: string, more: object = {}) =>
  shop.owner.post('/api/admin/product', { type: 'general', name: 'Cup', stocks: [{ price, ...more }] })

test('a price in a currency without decimals must be a whole amount, from every input', async () => {
  expect((await setBase('JPY')).status).toBe(200)
  const refused = await product('1935.50', { special_price: '1800.25' })
  expect([refused.status, refused.body.messages]).toEqual([422, { 'stocks.0.price': [whole], 'stocks.0.special_price': [whole] }])
  const made = await product('1935')
  expect(made.status).toBe(201)
  const single = await shop.owner.put(`/api/admin/product/${made.body.id}`, { stocks: [{ ...made.body.stocks[0], price: '10.01' }] })
  expect([single.status, single.body.messages]).toEqual([422, { 'stocks.0.price': [whole] }])
  const file = new File(['product_sku,name,sku,price\nbowl,Bowl,bowl-1,10.01\n'], 'prices.csv')
  const sheet = await shop.owner.post('/api/admin/product/import', toFormData({ file, dry_run: '1' }))
  expect(JSON.stringify(sheet.body), String(sheet.status)).toContain(whole)
})

test('a price in another currency is validated by that currency', async () => {
  expect((await setBase('JPY')).status).toBe(200)
  const { body } = await product('1000')
  const priceIn = (currency: string, price: string) =>
    shop.owner.post('/api/admin/stock_price', { stock_id: body.stocks[0].id, currency, price })
  expect((await priceIn('USD', '6.50')).status).toBe(201)
  const yen = await priceIn('JPY', '900.50')
  expect([yen.status, yen.body.messages]).toEqual([422, { price: [whole] }])
})

test('amounts with decimals from before the currency change stay until they are edited', async () => {
  expect((await setBase('HKD')).status).toBe(200)
  const { body } = await product('99.50')
  expect((await setBase('JPY')).status).toBe(200)
  const renamed = await shop.owner.put(`/api/admin/product/${body.id}`, { name: 'Bowl', stocks: body.stocks })
  expect([renamed.status, renamed.body.stocks?.[0]?.price]).toEqual([200, '99.50'])
})
