import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type PromotionShop, promotionShop } from './support.ts'

let shop: PromotionShop
beforeAll(async () => {
  shop = await promotionShop()
})
afterEach(() => shop.end())
afterAll(() => shop.it.close())

const off = (body: { adjustments: { label: string; amount: string }[] }) => body.adjustments.map(({ amount }) => amount)

test('an automatic promotion discounts the cart, and each line states its discount', async () => {
  const cup = await shop.stock(9, '12.50')
  await shop.rule([{ type: 'percent_lines', value: { percent: '10' } }], { title: { 'en-US': 'Autumn', 'zh-HK': '秋天' } })
  const cart = await shop.cart(shop.it.guest, [[cup, 3]])
  expect(cart).toMatchObject({ subtotal: '37.50', discount: '3.75', total: '33.75' })
  expect(cart.items[0].discounts).toEqual([{ label: 'Autumn', amount: '3.75' }])
  const chinese = fine(await shop.it.guest.post('/api/cart', { cart_id: cart.cart_id, language: 'zh-HK' })).body
  expect(chinese.adjustments[0]).toMatchObject({ label: '秋天', amount: '3.75' })
})

test('a coupon code is case-insensitive, and stays applied to the cart', async () => {
  const cup = await shop.stock(9, '100.00')
  const rule = await shop.rule([{ type: 'amount_order', value: { amount: '30.00' } }], { trigger: 'code' })
  await shop.code(rule, 'spring-30')
  const cart = await shop.cart(shop.it.guest, [[cup, 1]], [' Spring-30 '])
  expect(cart).toMatchObject({ total: '70.00', choices: { promotion: { codes: ['Spring-30'] } } })
  expect(cart.adjustments[0]).toMatchObject({ code: 'SPRING-30', amount: '30.00' })
  expect(fine(await shop.it.guest.post('/api/cart', { cart_id: cart.cart_id })).body.total).toBe('70.00')
  const none = fine(await shop.it.guest.put('/api/cart/choice', { cart_id: cart.cart_id, choices: { promotion: null } })).body
  expect(none.total).toBe('100.00')
})

test('an invalid code states the reason, and other promotions still apply', async () => {
  const cup = await shop.stock(9, '100.00')
  await shop.rule([{ type: 'percent_order', value: { percent: '5' } }])
  const rule = (more: object) => shop.rule([{ type: 'amount_order', value: { amount: '1.00' } }], { trigger: 'code', ...more })
  await shop.code(await rule({}), 'OLD', { ends_at: '2020-01-01T00:00:00Z' })
  await shop.code(await rule({}), 'SOON', { starts_at: '2090-01-01T00:00:00Z' })
  await shop.code(await rule({}), 'CUT', { enabled: false })
  await shop.code(await rule({ title: { 'en-US': 'Big' }, conditions: [[{ type: 'min_subtotal', value: { amount: '250.00' } }]] }), 'BIG')
  const draft = fine(await shop.owner.post('/api/admin/promotion', { title: { 'en-US': 'D' }, trigger: 'code' })).body.id
  await shop.code(draft, 'DRAFT')
  const { cart_id } = await shop.cart(shop.it.guest, [[cup, 1]])
  const applyCode = async (code: string) => {
    const answer = await shop.it.guest.put('/api/cart/choice', { cart_id, choices: { promotion: { codes: [code] } } })
    expect(answer.status).toBe(422)
    return answer.body.messages['choices.promotion.codes'][0]
  }
  expect(await applyCode('NONE')).toBe('The code NONE is not valid.')
  expect(await applyCode('OLD')).toBe('The code OLD has expired.')
  expect(await applyCode('SOON')).toBe('The code SOON is not valid yet.')
  expect(await applyCode('cut')).toBe('The code CUT is not valid.')
  expect(await applyCode('DRAFT')).toBe('The code DRAFT is not valid.')
  expect(await applyCode('BIG')).toBe('Spend HK$150.00 more for “Big”.')
  const cart = await shop.cart(shop.it.guest, [[cup, 3]], ['BIG'])
  const less = fine(await shop.it.guest.put('/api/cart/item', { cart_id: cart.cart_id, item_id: cart.items[0].id, quantity: 1 })).body
  expect(less).toMatchObject({ discount: '5.00', notices: ['Spend HK$150.00 more for “Big”.'] })
  const refused = await shop.place(shop.it.guest, cart.cart_id)
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['choices.promotion.codes']])
})

test('the best of one exclusive rule and the combinable rules is applied, and a code that lost says so', async () => {
  const cup = await shop.stock(9, '100.00')
  await shop.rule([{ type: 'percent_order', value: { percent: '10' } }])
  await shop.rule([{ type: 'amount_order', value: { amount: '5.00' } }])
  const alone = await shop.rule([{ type: 'percent_order', value: { percent: '12' } }], { trigger: 'code', combinable: false })
  await shop.code(alone, 'TWELVE')
  const cart = await shop.cart(shop.it.guest, [[cup, 1]], ['TWELVE'])
  expect(off(cart)).toEqual(['10.00', '5.00'])
  expect(cart.hints[0]).toContain('TWELVE cannot be combined')
  const more = await shop.cart(shop.it.guest, [[cup, 8]], ['TWELVE'])
  expect([more.discount, more.adjustments.length]).toEqual(['96.00', 1])
})

test('the cart shows what is missing for a promotion as long as buying more is enough', async () => {
  const cup = await shop.stock(9, '60.00')
  await shop.rule([{ type: 'free_shipping', value: {} }], {
    title: { 'en-US': 'Free delivery' },
    conditions: [[{ type: 'min_subtotal', value: { amount: '100.00' } }]],
  })
  const cart = await shop.cart(shop.it.guest, [[cup, 1]])
  expect(cart.hints).toEqual(['Spend HK$40.00 more for “Free delivery”.'])
  const full = await shop.cart(shop.it.guest, [[cup, 2]])
  const preview = fine(await shop.it.guest.post('/api/checkout/preview', { cart_id: full.cart_id, shipping_method: 'courier' })).body
  expect(preview).toMatchObject({ shipping: '0.00', total: '120.00', hints: [] })
  expect(preview.adjustments).toMatchObject([{ label: 'Free delivery', amount: '40.00', shipping: '40.00' }])
})

test('a gift is an order line without a price, is reserved, and is not given when sold out', async () => {
  const [cup, spoon] = [await shop.stock(9, '80.00'), await shop.stock(1, '9.00')]
  await shop.rule([{ type: 'gift', value: { stock_id: spoon, quantity: 1 } }], { title: { 'en-US': 'A spoon' } })
  const cart = await shop.cart(shop.it.guest, [[cup, 1]])
  expect(cart.gifts).toMatchObject([{ quantity: 1, label: 'A spoon' }])
  expect(cart.total).toBe('80.00')
  const placedOrder = fine(await shop.place(shop.it.guest, cart.cart_id)).body
  await shop.it.jobs()
  const id = (await shop.owner.get(`/api/admin/order?q=${placedOrder.order_number}`)).body.data[0].id
  const { lines } = await shop.order(id)
  expect(lines.map((l: Record<string, unknown>) => [l.unit, l.list_unit, l.total, l.gift, l.price_reason])).toEqual([
    ['80.00', '80.00', '80.00', false, ''],
    ['0.00', '9.00', '0.00', true, 'A spoon'],
  ])
  const next = await shop.cart(shop.it.guest, [[cup, 1]])
  expect(next.gifts).toEqual([])
  expect((await shop.view(id)).adjustments).toMatchObject([{ label: 'A spoon', amount: '0.00' }])
  fine(await shop.owner.post(`/api/admin/order/${id}/cancel`, { reason: 'No' }))
  expect((await shop.cart(shop.it.guest, [[cup, 1]])).gifts).toHaveLength(1)
})

test('brands, categories with their subcategories, and products select what is discounted', async () => {
  const category = async (title: string, more: object = {}) =>
    fine(await shop.owner.post('/api/admin/category', { title: { 'en-US': title }, url: title, ...more })).body.id
  const top = await category('kitchen')
  const below = await category('pots', { parent_id: top })
  const brand = fine(await shop.owner.post('/api/admin/brand', { title: { 'en-US': 'North' }, url: 'north' })).body.id
  const [pot, lamp, chair] = [
    await shop.stock(9, '100.00', { categories: [below] }),
    await shop.stock(9, '50.00', { brand_id: brand }),
    await shop.stock(9, '10.00'),
  ]
  await shop.rule([
    { type: 'percent_lines', value: { percent: '10', categories: [top] } },
    { type: 'amount_lines', value: { amount: '1.00', brands: [brand] } },
  ])
  const cart = await shop.cart(shop.it.guest, [
    [pot, 1],
    [lamp, 2],
    [chair, 1],
  ])
  expect(cart.items.map((item: { discounts: { amount: string }[] }) => item.discounts[0]?.amount)).toEqual(['10.00', '2.00', undefined])
})

test('a condition on the payment method is shown in the cart and applied at checkout', async () => {
  const cup = await shop.stock(9, '100.00')
  await shop.owner.post('/api/admin/payment_method', { code: 'cash', title: 'Cash', instructions: '<p>Cash</p>' })
  const rule = await shop.rule([{ type: 'percent_order', value: { percent: '3' } }], {
    trigger: 'code',
    conditions: [[{ type: 'payment_methods', value: { codes: ['bank'] } }]],
  })
  await shop.code(rule, 'BANK')
  const cart = await shop.cart(shop.it.guest, [[cup, 1]], ['BANK'])
  expect([cart.discount, cart.hints.length]).toEqual(['0.00', 1])
  const ask = async (payment_method: string) =>
    fine(await shop.it.guest.post('/api/checkout/preview', { cart_id: cart.cart_id, shipping_method: 'courier', payment_method })).body
  expect(await ask('bank')).toMatchObject({ discount: '3.00', notices: [] })
  expect((await ask('cash')).notices).toHaveLength(1)
  expect(fine(await shop.place(shop.it.guest, cart.cart_id)).body.order.total).toBe('137.00')
})

test('a rule with an unknown condition type gives no discount', async () => {
  const cup = await shop.stock(9, '100.00')
  const id = await shop.rule([{ type: 'percent_order', value: { percent: '3' } }])
  await shop.it.kernel.db.run(sql`update promotion set conditions = '[[{"type": "membership_of_yore", "value": {}}]]' where id = ${id}`)
  expect((await shop.cart(shop.it.guest, [[cup, 1]])).discount).toBe('0.00')
})
