import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type PromotionShop, promotionShop } from './support.ts'

/** Rule information for staff: the result for a test cart, and descriptions in words. */
let shop: PromotionShop
let cup: number
beforeAll(async () => {
  shop = await promotionShop()
  cup = await shop.stock(99, '100.00')
})
afterEach(() => shop.end())
afterAll(() => shop.it.close())

const ask = (body: object, headers = {}) =>
  shop.owner.post('/api/admin/promotion/try', { lines: [{ stock_id: cup, quantity: 1 }], ...body }, headers)
const tried = async (body: object = {}) => fine(await ask(body)).body
const off = (amount: string) => [{ type: 'amount_order', value: { amount } }]
const getReason = (body: { rules: { title: string; why: string }[] }, title: string) => body.rules.find((rule) => rule.title === title)?.why
const draft = async (actions: object[], more: object): Promise<number> =>
  fine(await shop.owner.post('/api/admin/promotion', { title: 'Draft', actions, ...more })).body.id

test('a test cart is evaluated like a real one: each line, shipping, and the discount of each rule', async () => {
  const pot = await shop.stock(9, '33.33')
  const rule = await shop.rule([{ type: 'percent_lines', value: { percent: '10' } }], { title: { 'en-US': 'Tenth' } })
  await shop.rule([{ type: 'free_shipping', value: { most: '25.00' } }], { title: { 'en-US': 'Sent' } })
  const trial = await tried({
    lines: [
      { stock_id: cup, quantity: 2 },
      { stock_id: pot, quantity: 1 },
    ],
    shipping: '40.00',
  })
  expect(trial).toMatchObject({ currency: 'HKD', subtotal: '233.33', discount: '23.33', shipping: '15.00', total: '225.00', notices: [] })
  expect(trial.lines).toMatchObject([
    { id: cup, quantity: 2, unit_price: '100.00', subtotal: '200.00', total: '180.00', discounts: [{ label: 'Tenth', amount: '20.00' }] },
    { id: pot, quantity: 1, subtotal: '33.33', total: '30.00', discounts: [{ label: 'Tenth', amount: '3.33' }] },
  ])
  expect(trial.rules).toMatchObject([
    { id: rule, taken: true, amount: '23.33', why: '' },
    { title: 'Sent', taken: true, amount: '25.00' },
  ])
  expect(await shop.it.kernel.db.rows(sql`select 1 from promotion_usage`)).toEqual([])
})

test('in another currency prices and fixed amounts are converted, and shipping is as given', async () => {
  await shop.rule(off('10.00'))
  expect(await tried({ currency: 'USD', shipping: '5.00' })).toMatchObject({
    ...{ currency: 'USD', subtotal: '12.80', discount: '1.28', shipping: '5.00', total: '16.52' },
  })
})

test('a missing product or customer is refused at its path', async () => {
  const lines = [
    { stock_id: cup, quantity: 1 },
    { stock_id: 999_999, quantity: 1 },
  ]
  expect(Object.keys((await ask({ lines })).body.messages)).toEqual(['lines.1.stock_id'])
  expect(Object.keys((await ask({ customer_id: 999_999 })).body.messages)).toEqual(['customer_id'])
})

test('a draft rule is tested as if published, with its code too, and applies to nobody else', async () => {
  const ruleId = await draft(off('7.00'), { trigger: 'code', starts_at: '2090-01-01T00:00:00Z' })
  const other = await draft(off('50.00'), {})
  expect(await tried({ promotion_id: ruleId })).toMatchObject({ discount: '7.00', rules: [{ id: ruleId, taken: true, code: null }] })
  expect(await tried()).toMatchObject({ discount: '0.00', rules: [] })
  expect(await tried({ promotion_id: other })).toMatchObject({ discount: '50.00' })
  expect(await shop.cart(shop.it.guest, [[cup, 1]])).toMatchObject({ discount: '0.00' })
})

test("each rule without effect states the reason in the reader's language", async () => {
  const make = (title: string, more: object, actions: object[] = off('1.00')) => shop.rule(actions, { title: { 'en-US': title }, ...more })
  await make('Big', { conditions: [[{ type: 'min_subtotal', value: { amount: '250.00' } }]] })
  await make('Paid so', { conditions: [[{ type: 'payment_methods', value: { codes: ['bank'] } }]] })
  await make('Poor', { budget: '0.50' })
  await make('Alone', { combinable: false })
  await make('Better', { priority: 9, stop_after: true }, off('20.00'))
  await make('After', { priority: 1 })
  const trial = await tried()
  expect(trial).toMatchObject({ discount: '20.00', total: '80.00' })
  expect(getReason(trial, 'Big')).toBe('Spend HK$150.00 more for “Big”.')
  expect(getReason(trial, 'Paid so')).toBe('“Paid so” depends on the payment method.')
  expect(getReason(trial, 'After')).toBe('Stopped by a promotion with a higher priority.')
  expect(getReason(trial, 'Alone')).toBe('Another combination gives the customer a better price.')
  expect(getReason(trial, 'Better')).toBe('')
  expect(getReason(await tried({ payment_method: 'cash' }), 'Paid so')).toBe('“Paid so” needs another payment method.')
  expect(getReason(fine(await ask({}, { cookie: 'admin_language=zh-HK' })).body, 'Alone')).not.toMatch(/[a-z]/)
})

test('an insufficient budget and exhausted uses are stated as reasons', async () => {
  await shop.rule(off('10.00'), { title: { 'en-US': 'Poor' }, budget: '9.99' })
  const usedUpRule = await shop.rule(off('10.00'), { title: { 'en-US': 'Gone' }, usage_limit: 1 })
  await shop.it.kernel.db
    .run(sql`insert into promotion_counter (kind, ref, who, used, spent_minor) values ('rule', ${usedUpRule}, '', 1, 1000)
    on conflict (kind, ref, who) do update set used = 1`)
  const trial = await tried()
  expect([trial.discount, getReason(trial, 'Poor'), getReason(trial, 'Gone')]).toEqual([
    '0.00',
    'The remaining budget is too small for this order.',
    'Usage limit reached.',
  ])
})

test("a test at another time uses the weekday and hour of that time in the shop's time zone", async () => {
  // Mondays from 21:00 to 02:00, Hong Kong time.
  await shop.rule(off('10.00'), { weekdays: [1], from_time: '21:00', to_time: '02:00' })
  const at = async (time: string) => (await tried({ at: time })).discount
  expect([await at('2026-11-23T12:59:00Z'), await at('2026-11-23T13:00:00Z')]).toEqual(['0.00', '10.00'])
  expect([await at('2026-11-23T17:59:00Z'), await at('2026-11-23T18:00:00Z')]).toEqual(['10.00', '0.00'])
  expect([await at('2026-11-22T17:00:00Z'), await at('2026-11-24T13:00:00Z')]).toEqual(['0.00', '0.00'])
})

test('codes work as in a cart: duplicates count once, case is ignored, and an invalid one gives a notice', async () => {
  const rule = await shop.rule(off('10.00'), { trigger: 'code' })
  await shop.code(rule, 'TEN')
  expect(await tried({ codes: [' ten', 'TEN'] })).toMatchObject({ discount: '10.00', notices: [], rules: [{ code: 'TEN' }] })
  expect(await tried({ codes: ['ten', 'none'] })).toMatchObject({ discount: '10.00', notices: ['The code NONE is not valid.'] })
})

test('a test for a customer applies conditions on the customer group', async () => {
  const group_id = fine(await shop.owner.post('/api/admin/customer_group', { name: 'Friends' })).body.id
  const make = async (email: string, more: object): Promise<number> =>
    fine(await shop.owner.post('/api/admin/customer', { email, first_name: 'A', last_name: 'B', ...more })).body.id
  const [friend, other] = [await make('friend@shop.test', { group_id }), await make('other@shop.test', {})]
  await shop.rule(off('10.00'), { conditions: [[{ type: 'customer_groups', value: { groups: [group_id] } }]] })
  const discount = async (customer_id: number | null) => (await tried({ customer_id })).discount
  expect([await discount(friend), await discount(other), await discount(null)]).toEqual(['10.00', '0.00', '0.00'])
})

test('products for a test are found by search or by id, and methods are those of the shop', async () => {
  const { data } = fine(await shop.owner.get(`/api/admin/promotion/goods?id=${cup}`)).body
  expect(data).toMatchObject([{ id: cup, price: '100.00' }])
  const found = fine(await shop.owner.get(`/api/admin/promotion/goods?q=${encodeURIComponent(data[0].sku)}`)).body.data
  expect(found.map(({ id }: { id: number }) => id)).toContain(cup)
  expect(fine(await shop.owner.get('/api/admin/promotion/goods?id=999999')).body.data).toEqual([])
  const ways = fine(await shop.owner.get('/api/admin/promotion/ways')).body
  expect(ways.currencies[0]).toBe('HKD')
  expect(new Set(ways.currencies).size).toBe(ways.currencies.length)
  expect(ways.shipping.map(({ code }: { code: string }) => code)).toContain('courier')
  expect(ways.payment.map(({ code }: { code: string }) => code)).toContain('bank')
})

const listed = async (id: number, language = 'en-US') =>
  fine(await shop.owner.get(`/api/admin/promotion?language=${language}`)).body.data.find((row: { id: number }) => row.id === id)

test('the list describes what a rule does, for whom and when', async () => {
  const category = fine(await shop.owner.post('/api/admin/category', { title: { 'en-US': 'Tea', 'zh-HK': '茶' }, url: 'tea' })).body.id
  const goods = { products: [], categories: [category], brands: [] }
  const rule = await shop.rule(
    [
      { type: 'percent_lines', value: { percent: '10', ...goods } },
      { type: 'free_shipping', value: {} },
    ],
    {
      trigger: 'code',
      conditions: [
        [
          { type: 'min_subtotal', value: { amount: '50.00' } },
          { type: 'first_order', value: {} },
        ],
        [{ type: 'currencies', value: { codes: ['HKD', 'USD'] } }],
      ],
      ...{ weekdays: [1, 7], from_time: '09:00', to_time: '17:30' },
    },
  )
  expect(await listed(rule)).toMatchObject({
    what: '10% off Tea · free shipping',
    who: 'discount code · spend 50.00 or more on all products, first order or paid in HKD, USD',
    when: 'Mon Sun · 09:00–17:30',
    used: '0',
  })
  expect((await listed(rule, 'zh-HK')).what).toContain('茶')
  const bare = await shop.rule(off('5.00'))
  expect(await listed(bare)).toMatchObject({ what: '5.00 off the order', who: 'all customers', when: 'no end date' })
})

test("the list shows dates in the shop's time zone, ended and scheduled rules, and the remaining budget", async () => {
  const [past, ahead, cheap] = [
    await shop.rule(off('5.00'), { starts_at: '2020-01-01T16:00:00Z', ends_at: '2020-01-31T15:59:00Z' }),
    await shop.rule(off('5.00'), { starts_at: '2090-01-01T15:59:00Z' }),
    await shop.rule(off('5.00'), { budget: '1234.50', usage_limit: 9 }),
  ]
  expect((await listed(past)).when).toBe('ended · 2020-01-02 – 2020-01-31')
  expect((await listed(ahead)).when).toBe('scheduled · 2090-01-01 – ')
  const { cart_id } = await shop.cart(shop.it.guest, [[cup, 1]])
  fine(await shop.place(shop.it.guest, cart_id))
  expect((await listed(cheap)).used).toBe('1 / 9 · 5.00 / 1,234.50')
})
