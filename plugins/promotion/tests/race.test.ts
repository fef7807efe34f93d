import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { checks } from '../checks.ts'
import { guest, type PromotionShop, promotionShop } from './support.ts'

let shop: PromotionShop
beforeAll(async () => {
  shop = await promotionShop()
})
afterEach(() => shop.end())
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db
const used = async (id: number) =>
  (await db().one<{ n: number }>(sql`select count(*)::int as n from promotion_usage where promotion_id = ${id} and released_at is null`))?.n
const findOrderId = async (number: string) =>
  (await db().one<{ id: number }>(sql`select id from sales_order where order_number = ${number}`))?.id ?? 0

/** Creates `count` carts, each with its own email address. */
async function carts(count: number, stock: number, codes?: readonly string[]): Promise<{ cart_id: string; email: string }[]> {
  const made: { cart_id: string; email: string }[] = []
  for (let from = 0; from < count; from += 20)
    made.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(20, count - from) }, async (_, i) => ({
          cart_id: (await shop.cart(shop.it.guest, [[stock, 1]])).cart_id as string,
          email: `buyer${from + i}@shop.test`,
        })),
      )),
    )
  const choices = JSON.stringify({ promotion: { codes } })
  if (codes)
    await db().run(sql`update cart set choices = ${choices}::jsonb where public_id = any(${made.map(({ cart_id }) => cart_id)}::text[])`)
  return made
}

const placeAll = (all: readonly { cart_id: string; email: string }[]) =>
  Promise.all(all.map(({ cart_id, email }) => shop.place(shop.it.guest, cart_id, { guest: { ...guest, email } })))

test('a code with three uses is used three times by two hundred concurrent checkouts', { timeout: 120_000 }, async () => {
  const cup = await shop.stock(500, '100.00')
  const rule = await shop.rule([{ type: 'amount_order', value: { amount: '10.00' } }], { trigger: 'code' })
  await shop.code(rule, 'THREE', { usage_limit: 3 })
  const answers = await placeAll(await carts(200, cup, ['THREE']))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  // An overloaded server responds with 503, which clients retry. All other requests fail with an error for the code.
  const refused = answers.filter(({ status }) => status !== 201 && status !== 503)
  expect(refused.filter(({ status, body }) => status !== 422 || !('choices.promotion.codes' in body.messages))).toEqual([])
  expect(await used(rule)).toBe(3)
  expect(answers.filter(({ status }) => status === 201).map(({ body }) => body.order.total)).toEqual(['130.00', '130.00', '130.00'])
})

test(
  'a use limit reached during checkouts is never exceeded, and nobody is charged another price than shown',
  { timeout: 120_000 },
  async () => {
    const cup = await shop.stock(500, '100.00')
    const rule = await shop.rule([{ type: 'amount_order', value: { amount: '10.00' } }], { usage_limit: 5 })
    const all = await carts(60, cup)
    const answers = await Promise.all(
      all.map(({ cart_id, email }) => shop.place(shop.it.guest, cart_id, { guest: { ...guest, email }, agreed_total: '130.00' })),
    )
    const totals = answers.filter(({ status }) => status === 201).map(({ body }) => body.order.total as string)
    expect(totals.filter((total) => total === '130.00')).toHaveLength(5)
    // The other buyers get the new price as an error instead of being charged it.
    expect(totals).toHaveLength(5)
    const codes = new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))
    expect([...codes].filter((code) => !['OFFER_GONE', 'DEARER_THAN_AGREED'].includes(code))).toEqual([])
    expect(await used(rule)).toBe(5)
  },
)

test('a budget is never exceeded by concurrent checkouts', { timeout: 120_000 }, async () => {
  const cup = await shop.stock(500, '100.00')
  const rule = await shop.rule([{ type: 'percent_order', value: { percent: '15' } }], { budget: '100.00', trigger: 'code' })
  await shop.code(rule, 'BUDGET')
  const answers = await placeAll(await carts(60, cup, ['BUDGET']))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(6)
  const spent = await db().one<{ spent: number }>(
    sql`select spent_minor as spent from promotion_counter where kind = 'rule' and ref = ${rule}`,
  )
  expect([await used(rule), spent?.spent]).toEqual([6, 9_000])
})

test('a once-per-customer code is used once per email or phone number, whatever the number of carts', async () => {
  const cup = await shop.stock(50, '100.00')
  const rule = await shop.rule([{ type: 'amount_order', value: { amount: '10.00' } }], { trigger: 'code', usage_per_customer: 1 })
  await shop.code(rule, 'ONCE')
  const all = await carts(8, cup, ['ONCE'])
  const answers = await Promise.all(all.map(({ cart_id }) => shop.place(shop.it.guest, cart_id)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await used(rule)).toBe(1)
  const phone = { country_code: '852', phone: '5555 0001' }
  const [first, second] = await carts(2, cup, ['ONCE'])
  const place = (cart: typeof first, email: string) =>
    shop.place(shop.it.guest, cart?.cart_id ?? '', { guest: { ...guest, email, ...phone } })
  expect((await place(first, 'one@shop.test')).status).toBe(201)
  expect((await place(second, 'other@shop.test')).status).toBe(422)
})

test('a once-per-guest rule is removed from the price as soon as the email is known', async () => {
  const cup = await shop.stock(50, '100.00')
  await shop.rule([{ type: 'amount_order', value: { amount: '10.00' } }], { usage_per_customer: 1 })
  const email = 'again@shop.test'
  const total = async (ask: 'preview' | 'place') => {
    const { cart_id } = await shop.cart(shop.it.guest, [[cup, 1]])
    if (ask === 'place') return fine(await shop.place(shop.it.guest, cart_id, { guest: { ...guest, email } })).body.order.total
    return fine(await shop.it.guest.post('/api/checkout/preview', { cart_id, shipping_method: 'courier', email })).body.total
  }
  expect([await total('preview'), await total('place'), await total('preview'), await total('place')]).toEqual([
    '130.00',
    '130.00',
    '140.00',
    '140.00',
  ])
})

test('an unpaid canceled order returns its use and budget once; a paid one only if the shop allows it', async () => {
  const cup = await shop.stock(50, '100.00')
  const rule = await shop.rule([{ type: 'amount_order', value: { amount: '10.00' } }], {
    usage_limit: 1,
    budget: '10.00',
    usage_per_customer: 1,
  })
  const buy = async () => {
    const { cart_id } = await shop.cart(shop.it.guest, [[cup, 1]])
    const placedOrder = fine(await shop.place(shop.it.guest, cart_id, { guest: { ...guest, email: 'back@shop.test' } })).body
    return { id: await findOrderId(placedOrder.order_number), total: placedOrder.order.total }
  }
  const first = await buy()
  expect([first.total, await used(rule)]).toEqual(['130.00', 1])
  fine(await shop.owner.post(`/api/admin/order/${first.id}/cancel`, { reason: 'No' }))
  expect(await used(rule)).toBe(0)
  const second = await buy()
  expect([second.total, await used(rule)]).toEqual(['130.00', 1])
  fine(await shop.owner.post(`/api/admin/order/${second.id}/pay`, {}))
  fine(await shop.owner.post(`/api/admin/order/${second.id}/call_off`, { reason: 'No' }))
  await shop.it.jobs()
  expect(await used(rule)).toBe(1)
})

test('a limit set later counts earlier uses', async () => {
  const cup = await shop.stock(50, '100.00')
  const rule = await shop.rule([{ type: 'amount_order', value: { amount: '10.00' } }], { trigger: 'code' })
  await shop.code(rule, 'LATER')
  expect((await placeAll(await carts(3, cup, ['LATER']))).map(({ status }) => status)).toEqual([201, 201, 201])
  const at = `/api/admin/promotion/${rule}`
  const { version } = fine(await shop.owner.get(at)).body
  fine(await shop.owner.put(at, { usage_limit: 4, version }))
  expect((await placeAll(await carts(4, cup, ['LATER']))).filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await used(rule)).toBe(4)
})

test('a draft uses nothing until it is placed, and is refused when nothing is left', async () => {
  const cup = await shop.stock(50, '100.00')
  const rule = await shop.rule([{ type: 'amount_order', value: { amount: '10.00' } }], { usage_limit: 1 })
  const draft = async () =>
    fine(
      await shop.owner.post('/api/admin/order', {
        customer: { email: 'till@shop.test', first_name: 'T' },
        lines: [{ stock_id: cup, quantity: 1 }],
      }),
    ).body
  const [first, two] = [await draft(), await draft()]
  expect([first.total, two.total, await used(rule)]).toEqual(['90.00', '90.00', 0])
  expect((await shop.owner.post(`/api/admin/order/${first.id}/place`)).status).toBe(200)
  expect((await shop.owner.post(`/api/admin/order/${two.id}/place`)).body.code).toBe('OFFER_GONE')
})

test('after all tests the counters match the uses, and no limit is exceeded', async () => {
  for (const [checkName, check] of Object.entries(checks)) expect(await check(shop.it.kernel), checkName).toEqual([])
})

test('spellings of one mailbox count as one person for a once-per-customer rule', async () => {
  const cup = await shop.stock(50, '100.00')
  const rule = await shop.rule([{ type: 'amount_order', value: { amount: '10.00' } }], { trigger: 'code', usage_per_customer: 1 })
  await shop.code(rule, 'MAILBOX')
  const ways = [
    'may.chan+1@gmail.com',
    'may.chan+2@gmail.com',
    'maychan@googlemail.com',
    'ann@shop.test',
    'ann+two@shop.test',
    'an.n@shop.test',
  ]
  const statuses: number[] = []
  for (const email of ways) {
    const [cart] = await carts(1, cup, ['MAILBOX'])
    statuses.push((await shop.place(shop.it.guest, cart?.cart_id ?? '', { guest: { ...guest, email } })).status)
  }
  expect(statuses).toEqual([201, 422, 422, 201, 422, 201])
})
