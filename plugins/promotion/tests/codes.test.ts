import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { address, fine } from '../../../tests/support/selling-shop.ts'
import { checks } from '../checks.ts'
import { guest, type PromotionShop, promotionShop } from './support.ts'

/** Bulk codes, and codes and uses after refunds and erasure. */
let shop: PromotionShop
let cup: number
beforeAll(async () => {
  shop = await promotionShop(['runs'])
  cup = await shop.stock(99, '100.00')
})
const sound = async () => {
  for (const [checkName, check] of Object.entries(checks)) expect(await check(shop.it.kernel), checkName).toEqual([])
}
afterEach(async () => {
  await shop.end()
  await sound()
})
afterAll(() => shop.it.close())

const rows = (query: ReturnType<typeof sql>) => shop.it.kernel.db.rows<Record<string, unknown>>(query)
const off = (amount: string) => [{ type: 'amount_order', value: { amount } }]
const byCode = (more: object = {}) => shop.rule(off('10.00'), { trigger: 'code', ...more })
const make = (rule: number, body: object) => shop.owner.post(`/api/admin/promotion/${rule}/codes`, body)
const listCodes = async (rule: number) =>
  await rows(sql`select code, usage_limit, ends_at, enabled from coupon where promotion_id = ${rule} order by id`)
const buy = async (codes: string[], more: object = {}, client = shop.it.guest) => {
  const { cart_id } = await shop.cart(client, [[cup, 1]], codes)
  const { body } = fine(await shop.place(client, cart_id, more))
  const row = (await rows(sql`select id from sales_order where order_number = ${body.order_number}`))[0]
  return { id: Number(row?.['id']), total: body.order.total }
}
const used = async (rule: number) =>
  (await rows(sql`select count(*)::int as n from promotion_usage where promotion_id = ${rule} and released_at is null`))[0]?.['n']

test('the requested number of codes is generated in batches, each unique and with the given options', async () => {
  const rule = await byCode()
  const ends_at = '2090-05-01T00:00:00.000Z'
  const { run } = fine(await make(rule, { count: 1_203, beginning: 'may-', letters: 7, usage_limit: 2, ends_at })).body
  await shop.it.jobs()
  expect(fine(await shop.owner.get(`/api/admin/run/${run}`)).body).toMatchObject({ status: 'completed', done: 1_203, total: 1_203 })
  const codes = await listCodes(rule)
  expect([codes.length, new Set(codes.map(({ code }) => code)).size]).toEqual([1_203, 1_203])
  expect(codes.filter(({ code }) => !/^MAY-[A-HJKMNP-Z2-9]{7}$/.test(String(code)))).toEqual([])
  expect(
    codes.every(
      (code) => code['usage_limit'] === 2 && code['enabled'] === true && new Date(String(code['ends_at'])).toISOString() === ends_at,
    ),
  ).toBe(true)
  const [first] = codes
  expect((await buy([String(first?.['code']).toLowerCase()])).total).toBe('130.00')
})

test.each([
  [{ count: 0 }, 'count'],
  [{ count: 100_001 }, 'count'],
  [{ count: 1, letters: 5 }, 'letters'],
  [{ count: 1, letters: 17 }, 'letters'],
  [{ count: 1, beginning: '-A' }, 'beginning'],
  [{ count: 1, beginning: 'Ä' }, 'beginning'],
  [{ count: 1, beginning: 'A B' }, 'beginning'],
  [{ count: 1, beginning: 'A'.repeat(21) }, 'beginning'],
  [{ count: 1, usage_limit: 0 }, 'usage_limit'],
])('codes cannot be generated with %j', async (body, field) => {
  const rule = await byCode()
  const { status, body: responseBody } = await make(rule, body)
  expect([status, Object.keys(responseBody.messages)]).toEqual([422, [field]])
  await shop.it.jobs()
  expect(await listCodes(rule)).toEqual([])
})

test('no codes are generated for an automatic or missing rule', async () => {
  const rule = await shop.rule(off('1.00'))
  expect(Object.keys((await make(rule, { count: 1 })).body.messages)).toEqual(['promotion_id'])
  expect((await make(999_999, { count: 1 })).status).toBe(404)
})

test('only five of the entered codes count', async () => {
  const names = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX']
  for (const name of names) await shop.code(await byCode(), name)
  const cart = await shop.cart(shop.it.guest, [[cup, 1]], names)
  expect([cart.discount, cart.adjustments.map(({ code }: { code: string }) => code).sort()]).toEqual(['50.00', names.slice(0, 5).sort()])
})

test('a code can be used again after a full refund if the shop allows it, and not after a partial one', async () => {
  const pair = async () => {
    const rule = await byCode({ usage_limit: 1, budget: '10.00' })
    const name = `BACK${rule}`
    await shop.code(rule, name, { usage_limit: 1 })
    return { rule, name }
  }
  const set = (give_back_refunded: boolean) => shop.owner.put('/api/admin/settings/promotion', { give_back_refunded })
  const refund = async (id: number, shipping: string, quantity: number) => {
    const [line] = (await shop.order(id)).lines
    fine(
      await shop.owner.post(`/api/admin/order/${id}/refund`, {
        ...{ reason: 'x', method: 'cash', shipping },
        lines: quantity > 0 ? [{ order_line_id: line.id, quantity, cancel: 0 }] : [],
      }),
    )
    await shop.it.jobs()
  }
  fine(await set(true))
  const [back, usedPair] = [await pair(), await pair()]
  const order = await buy([back.name])
  fine(await shop.owner.post(`/api/admin/order/${order.id}/pay`, {}))
  await refund(order.id, '40.00', 0)
  expect(await used(back.rule)).toBe(1)
  await refund(order.id, '0.00', 1)
  expect([(await shop.order(order.id)).status, await used(back.rule)]).toEqual(['refunded', 0])
  expect((await buy([back.name])).total).toBe('130.00')
  fine(await set(false))
  const other = await buy([usedPair.name])
  fine(await shop.owner.post(`/api/admin/order/${other.id}/pay`, {}))
  await refund(other.id, '40.00', 1)
  expect([(await shop.order(other.id)).status, await used(usedPair.rule)]).toEqual(['refunded', 1])
})

test('the cost of a rule in another currency is counted in the base currency', async () => {
  const rule = await byCode({ budget: '15.00' })
  await shop.code(rule, 'DOLLAR')
  await buy(['DOLLAR'], { currency: 'USD' })
  expect(await rows(sql`select amount_minor from promotion_usage where promotion_id = ${rule}`)).toEqual([{ amount_minor: 1_000 }])
  expect(await rows(sql`select spent_minor, used from promotion_counter where kind = 'rule' and ref = ${rule}`)).toEqual([
    { spent_minor: 1_000, used: 1 },
  ])
  const { cart_id } = await shop.cart(shop.it.guest, [[cup, 1]])
  const more = await shop.it.guest.put('/api/cart/choice', { cart_id, choices: { promotion: { codes: ['DOLLAR'] } } })
  expect(more.body.messages['choices.promotion.codes']).toEqual(['The code DOLLAR has reached its usage limit.'])
})

test('a new budget counts what was already spent, and a removed one limits nothing', async () => {
  const rule = await byCode()
  await shop.code(rule, 'ANEW')
  await buy(['ANEW'])
  const put = async (body: object) => {
    const at = `/api/admin/promotion/${rule}`
    fine(await shop.owner.put(at, { version: fine(await shop.owner.get(at)).body.version, ...body }))
  }
  await put({ budget: '19.99' })
  const { cart_id } = await shop.cart(shop.it.guest, [[cup, 1]])
  const type = () => shop.it.guest.put('/api/cart/choice', { cart_id, choices: { promotion: { codes: ['ANEW'] } } })
  expect((await type()).status).toBe(422)
  await put({ budget: '20.00' })
  expect((await type()).status).toBe(200)
  await put({ budget: null, usage_per_customer: 1 })
  expect((await type()).status).toBe(200)
  // Uses from before the limit was set are still found by address.
  const placedOrder = await shop.place(shop.it.guest, cart_id)
  expect([placedOrder.status, Object.keys(placedOrder.body.messages)]).toEqual([422, ['choices.promotion.codes']])
  fine(
    await shop.place(shop.it.guest, cart_id, {
      guest: { ...guest, email: 'another@shop.test' },
      shipping_address: { ...address, contact_number: '91239999' },
    }),
  )
})

test('erasing a person deletes their usage data, and their own code cannot be used by anybody', async () => {
  const rule = await byCode({ usage_per_customer: 1 })
  const made = fine(
    await shop.owner.post('/api/admin/customer', {
      email: 'lee@shop.test',
      first_name: 'Lee',
      last_name: 'Wong',
      password: 'a long password',
    }),
  ).body
  const { token } = fine(await shop.it.guest.post('/api/login', { email: 'lee@shop.test', password: 'a long password' })).body
  await shop.code(rule, 'FORLEE', { customer_id: made.id })
  const { id } = await buy(['FORLEE'], { guest: undefined }, shop.it.as(token))
  const marks = async () => (await rows(sql`select who from promotion_counter where kind = 'person' and ref = ${rule}`)).length
  expect(await marks()).toBeGreaterThan(1)
  const exported = fine(await shop.owner.get(`/api/admin/person/${made.person_id}/personal-data`)).body.data.promotion
  expect(exported).toMatchObject({
    coupons: [{ code: 'FORLEE' }],
    promotions_used: [{ order_id: id, code: 'FORLEE', amount_minor: 1_000 }],
  })
  fine(await shop.owner.post(`/api/admin/person/${made.person_id}/erase`, { confirmation: String(made.person_id) }))
  expect(await rows(sql`select customer_id, enabled from coupon where code = 'FORLEE'`)).toEqual([{ customer_id: null, enabled: false }])
  expect(await rows(sql`select who, amount_minor from promotion_usage where order_id = ${id}`)).toEqual([{ who: [], amount_minor: 1_000 }])
  expect(await marks()).toBe(0)
})
