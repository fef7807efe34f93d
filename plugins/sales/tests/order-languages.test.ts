import { afterAll, beforeAll, expect, test } from 'vitest'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

test('staff see items, shipping and payment methods in their own language, and the sold names stay unchanged', async () => {
  const { owner } = shop
  const stock = await shop.stock(5, '10.00', {
    name: 'Travel cup',
    options: [{ key: 'colour', label: 'Colour', values: [{ code: 'green', label: 'Green' }] }],
    stocks: [{ price: '10.00', values: { colour: 'green' }, inventories: [{ warehouse_id: 1, quantity: 5 }] }],
  })
  const { data } = (await owner.get('/api/admin/product?q=Travel')).body
  const { options } = (await owner.get(`/api/admin/product/${data[0].id}?language=*`)).body
  const [{ id, values }] = options
  const chinese = {
    language: 'zh-HK',
    name: '旅行杯',
    options: [{ id, key: 'colour', label: '顏色', values: [{ id: values[0].id, code: 'green', label: '綠色' }] }],
  }
  fine(await owner.put(`/api/admin/product/${data[0].id}`, chinese))
  const titled = async (resource: string, title: string) => {
    const { data: rows } = (await owner.get(`/api/admin/${resource}`)).body
    fine(await owner.put(`/api/admin/${resource}/${rows[0].id}`, { language: 'zh-HK', title }))
  }
  await titled('shipping_method', '速遞')
  await titled('payment_method', '銀行轉帳')

  const { id: order } = await shop.buy(stock, 1, { language: 'zh-HK' })
  const sold = await shop.order(order)
  expect(sold).toMatchObject({ language: 'zh-HK', shipping_title: '速遞', payment_title: '銀行轉帳' })
  expect(sold.lines[0]).toMatchObject({ name: '旅行杯', options: [{ label: '顏色', value: '綠色' }] })

  const account = { name: 'Reader', email: 'reader@shop.test', role_id: 1, password: 'a long password' }
  fine(await owner.post('/api/admin/account', account))
  const { token } = fine(await shop.it.guest.post('/api/admin/login', account)).body
  const readTexts = async (language: string) => {
    const headers = { authorization: `Bearer ${token}`, cookie: `admin_language=${language}` }
    const read = async (url: string) => JSON.parse((await shop.it.app.http.inject({ url, headers })).body)
    const view = await read(`/api/admin/order/${order}/view`)
    const paid = await read(`/api/admin/payment/attempts?document_type=order&document_id=${order}`)
    const listed = await read(`/api/admin/order?fields=goods&q=${sold.order_number}&language=${language}`)
    expect(listed.data[0].goods).toEqual([{ name: view.lines[0].name, quantity: 1, image: null }])
    return [view.lines[0].name, view.lines[0].options, view.shipping_title, paid.data[0].method.title]
  }
  expect(await readTexts('en-US')).toEqual(['Travel cup', [{ label: 'Colour', value: 'Green' }], 'Courier', 'Bank transfer'])
  expect(await readTexts('zh-HK')).toEqual(['旅行杯', [{ label: '顏色', value: '綠色' }], '速遞', '銀行轉帳'])
})

test('an order created in the language of its customer has item names in that language', async () => {
  const { owner } = shop
  const stock = await shop.stock(5, '10.00', { name: 'Rain cup' })
  const { data } = (await owner.get('/api/admin/product?q=Rain')).body
  fine(await owner.put(`/api/admin/product/${data[0].id}`, { language: 'zh-HK', name: '雨杯' }))
  const { id } = fine(
    await owner.post('/api/admin/order?language=en-US', { language: 'zh-HK', lines: [{ stock_id: stock, quantity: 1 }] }),
  ).body
  expect((await shop.order(id)).lines[0].name).toBe('雨杯')
  const main = fine(await owner.post('/api/admin/order', { lines: [{ stock_id: stock, quantity: 1 }] })).body
  expect((await shop.order(main.id)).lines[0].name).toBe('Rain cup')
})

test('a canceled and flagged draft violates no invariant of orders', async () => {
  const stock = await shop.stock(5)
  const { id } = fine(await shop.owner.post('/api/admin/order', { lines: [{ stock_id: stock, quantity: 1 }] })).body
  fine(await shop.owner.post(`/api/admin/order/${id}/cancel`, { reason: 'Changed her mind' }))
  fine(await shop.owner.post(`/api/admin/order/${id}/flag`, { reason: 'Who asked for it?' }))
  const { checks } = await import('../checks.ts')
  for (const [name, check] of Object.entries(checks)) expect(await check(shop.it.kernel), name).toEqual([])
})
