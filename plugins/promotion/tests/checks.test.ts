import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type PromotionShop, promotionShop } from './support.ts'

/** Validation of promotion rules and codes, and what prevents their change or deletion. */
let shop: PromotionShop
beforeAll(async () => {
  shop = await promotionShop()
})
afterEach(() => shop.end())
afterAll(() => shop.it.close())

const percent = [{ type: 'percent_order', value: { percent: '10' } }]
const rule = (body: object) => shop.owner.post('/api/admin/promotion', { title: { 'en-US': 'R' }, actions: percent, ...body })
const put = (id: number, body: object) => shop.owner.put(`/api/admin/promotion/${id}`, body)
const fields = (answer: { status: number; body: any }) => [answer.status, ...Object.keys(answer.body.messages ?? {})]
const createCoupon = (body: object) => shop.owner.post('/api/admin/coupon', body)

test('each value of an action is validated at its path', async () => {
  for (const [action, at] of [
    [{ type: 'percent_order', value: { percent: '0' } }, 'actions.1.percent'],
    [{ type: 'percent_order', value: { percent: '100.01' } }, 'actions.1.percent'],
    [{ type: 'percent_lines', value: { percent: '5', most: '0.00' } }, 'actions.1.most'],
    [{ type: 'amount_order', value: { amount: '0.00' } }, 'actions.1.amount'],
    [{ type: 'amount_order', value: {} }, 'actions.1.amount'],
    [{ type: 'buy_get', value: { buy: 0, get: 1, percent: '100' } }, 'actions.1.buy'],
    [{ type: 'bundle_price', value: { quantity: 2, amount: '-1.00' } }, 'actions.1.amount'],
    [{ type: 'moon', value: {} }, 'actions.1'],
    [{ type: 'percent_order', value: [] }, 'actions.1'],
    ['percent_order', 'actions.1'],
    [null, 'actions.1'],
  ] as const)
    expect(fields(await rule({ actions: [...percent, action] })), JSON.stringify(action)).toEqual([422, at])
  expect(fields(await rule({ actions: Array.from({ length: 13 }, () => percent[0]) }))).toEqual([422, 'actions'])
})

test('each value of a condition is validated at its path, and a group has no duplicates', async () => {
  const sum = { type: 'min_subtotal', value: { amount: '5' } }
  for (const [conditions, at] of [
    [[[sum, sum]], 'conditions.0.1'],
    [[[sum], [{ type: 'min_quantity', value: { quantity: 0 } }]], 'conditions.1.0.quantity'],
    [[[{ type: 'products', value: { products: [] } }]], 'conditions.0.0.products'],
    [[[{ type: 'channels', value: { codes: ['moon'] } }]], 'conditions.0.0.codes'],
    [[[{ type: 'channels', value: { codes: [] } }]], 'conditions.0.0.codes'],
    [[sum], 'conditions.0'],
    [Array.from({ length: 6 }, () => [sum]), 'conditions'],
  ] as const)
    expect(fields(await rule({ conditions })), JSON.stringify(conditions)).toEqual([422, at])
  const made = fine(await rule({ conditions: [[sum], [], [sum]] })).body
  expect(made.conditions).toEqual([
    [{ type: 'min_subtotal', value: expect.objectContaining({ amount: '5.00' }) }],
    [{ type: 'min_subtotal', value: expect.objectContaining({ amount: '5.00' }) }],
  ])
})

test('a rule starts before it ends, by date and by time', async () => {
  const at = (day: number) => `2027-01-0${day}T00:00:00Z`
  expect(fields(await rule({ starts_at: at(2), ends_at: at(2) }))).toEqual([422, 'ends_at'])
  expect(fields(await rule({ starts_at: at(2), ends_at: at(1) }))).toEqual([422, 'ends_at'])
  // Times in two zones are compared as instants: 07:00 in Hong Kong is one hour before midnight UTC.
  expect(fields(await rule({ starts_at: at(2), ends_at: '2027-01-02T07:00:00+08:00' }))).toEqual([422, 'ends_at'])
  fine(await rule({ starts_at: '2027-01-02T07:00:00+08:00', ends_at: at(2) }))
  expect(fields(await rule({ from_time: '10:00' }))).toEqual([422, 'to_time'])
  expect(fields(await rule({ to_time: '10:00' }))).toEqual([422, 'from_time'])
  expect(fields(await rule({ from_time: '10:00', to_time: '10:00' }))).toEqual([422, 'to_time'])
  const { id } = fine(await rule({ starts_at: at(1), ends_at: at(3), from_time: '22:00', to_time: '02:00' })).body
  // Omitted fields keep their value: the new end is compared with the stored start.
  expect(fields(await put(id, { ends_at: at(1) }))).toEqual([422, 'ends_at'])
  expect(fields(await put(id, { from_time: '02:00' }))).toEqual([422, 'to_time'])
  expect(fields(await put(id, { to_time: null }))).toEqual([422, 'to_time'])
})

test('limits are positive whole numbers, and a budget is at least a cent', async () => {
  for (const field of ['usage_limit', 'usage_per_customer'])
    for (const value of [0, -1, 1.5]) expect(fields(await rule({ [field]: value })), `${field} ${value}`).toEqual([422, field])
  expect(fields(await rule({ budget: '0.00' }))).toEqual([422, 'budget'])
  for (const priority of [-1_001, 1_001]) expect(fields(await rule({ priority }))).toEqual([422, 'priority'])
})

test('a rule without actions stays a draft, and a published one must keep an action', async () => {
  const { id } = fine(await rule({ actions: [] })).body
  expect(fields(await shop.owner.post(`/api/admin/promotion/${id}/publish`))).toEqual([422, 'actions'])
  fine(await put(id, { actions: percent }))
  fine(await shop.owner.post(`/api/admin/promotion/${id}/publish`))
  expect((await shop.owner.post(`/api/admin/promotion/${id}/publish`)).status).toBe(409)
  expect(fields(await put(id, { actions: [] }))).toEqual([422, 'actions'])
  fine(await shop.owner.post(`/api/admin/promotion/${id}/disable`))
  expect((await shop.owner.post(`/api/admin/promotion/${id}/disable`)).status).toBe(409)
})

test('a code is valid, unique, ends after it starts, and belongs to a rule triggered by codes', async () => {
  const { id: byCode } = fine(await rule({ trigger: 'code' })).body
  const { id: byItself } = fine(await rule({})).body
  for (const code of ['A', 'has space', '-start', 'É1', 'X'.repeat(41)])
    expect(fields(await createCoupon({ promotion_id: byCode, code })), code).toEqual([422, 'code'])
  expect(fields(await createCoupon({ promotion_id: byItself, code: 'WRONG-RULE' }))).toEqual([422, 'promotion_id'])
  expect(fine(await createCoupon({ promotion_id: byCode, code: 'welcome-1' })).body.code).toBe('WELCOME-1')
  expect(fields(await createCoupon({ promotion_id: byCode, code: 'Welcome-1' }))).toEqual([422, 'code'])
  expect(fields(await createCoupon({ promotion_id: byCode, code: 'T1', usage_limit: 0 }))).toEqual([422, 'usage_limit'])
  for (const ends_at of ['2027-01-02T00:00:00Z', '2027-01-02T00:00:00.000Z', '2027-01-02T07:00:00+08:00'])
    expect(fields(await createCoupon({ promotion_id: byCode, code: 'T2', starts_at: '2027-01-02T00:00:00Z', ends_at }))).toEqual([
      422,
      'ends_at',
    ])
})

test('a used rule or code cannot be deleted, and a used code cannot be moved to another rule', async () => {
  const cup = await shop.stock(9, '100.00')
  const used = await shop.rule(percent, { trigger: 'code' })
  const other = await shop.rule(percent, { trigger: 'code' })
  const code = await shop.code(used, 'ONCE-10')
  const cart = await shop.cart(shop.it.guest, [[cup, 1]], ['once-10'])
  const placedOrder = fine(await shop.place(shop.it.guest, cart.cart_id)).body
  expect(placedOrder.order.total).toBe('130.00')
  expect((await shop.owner.delete(`/api/admin/promotion/${used}`)).status).toBe(422)
  expect((await shop.owner.delete(`/api/admin/coupon/${code}`)).status).toBe(422)
  expect(fields(await shop.owner.put(`/api/admin/coupon/${code}`, { promotion_id: other }))).toEqual([422, 'promotion_id'])
  expect(fine(await shop.owner.get('/api/admin/coupon?q=ONCE-10')).body.data[0].used).toBe(1)
  expect((await shop.owner.delete(`/api/admin/promotion/${other}`)).status).toBeLessThan(300)
})

test('a code is valid from its start to its end, while enabled, and for its owner only', async () => {
  const cup = await shop.stock(9, '100.00')
  const id = await shop.rule(percent, { trigger: 'code' })
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const expiredAt = new Date(Date.now() - 3_600_000).toISOString()
  const { id: owner } = fine(
    await shop.owner.post('/api/admin/customer', { email: 'own@shop.test', first_name: 'O', last_name: 'W', password: 'a long password' }),
  ).body
  await shop.code(id, 'SOON', { starts_at: soon })
  await shop.code(id, 'GONE', { ends_at: expiredAt })
  await shop.code(id, 'OFF', { enabled: false })
  await shop.code(id, 'MINE', { customer_id: owner })
  await shop.code(id, 'OPEN', { starts_at: expiredAt, ends_at: soon })
  const { cart_id } = await shop.cart(shop.it.guest, [[cup, 1]])
  const choose = (code: string) => shop.it.guest.put('/api/cart/choice', { cart_id, choices: { promotion: { codes: [code] } } })
  for (const code of ['SOON', 'GONE', 'OFF', 'MINE', 'NEVER']) expect((await choose(code)).status, code).toBe(422)
  expect(fine(await choose('OPEN')).body.total).toBe('90.00')
  // An invalid code leaves the earlier choice unchanged.
  expect((await choose('GONE')).status).toBe(422)
  expect(fine(await shop.it.guest.post('/api/cart', { cart_id })).body.total).toBe('90.00')
})
