import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { finish, type Member, member, order, sound } from './support.ts'

/** Tier after the order that led to it is refunded. */
let shop: Shop
const tiers: Record<string, number> = {}
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
  for (const [level, title, threshold] of [
    [1, 'Green', '100'],
    [2, 'Black', '300'],
  ] as const)
    tiers[title] = fine(await shop.owner.post('/api/admin/membership', { level, title, threshold, valid_months: 12 })).body.id
})
afterEach(() => sound(shop))
afterAll(() => shop.it.close())

const buy = async (may: Member, price: string): Promise<number> => {
  const { id } = await order(shop, may, await shop.stock(9, price))
  await finish(shop, id)
  return id
}
const refund = async (id: number, amount?: string): Promise<void> => {
  const [line] = (await shop.order(id)).lines
  const lines = [{ order_line_id: line.id, quantity: 1, cancel: 0, ...(amount ? { amount } : {}) }]
  fine(await shop.owner.post(`/api/admin/order/${id}/refund`, { lines, shipping: '0.00', method: 'cash', reason: 'Back' }))
  await shop.it.jobs()
}
const stands = async (may: Member) =>
  shop.it.kernel.db.one<{ tier: number; source: string; days: number }>(sql`select membership_id as tier, source,
    round(extract(epoch from expires_at - now()) / 86400)::int as days from loyalty_member where person_id = ${may.person}`)
const put = (may: Member, title: string, more: object = {}) =>
  shop.owner.put(`/api/admin/customer/${may.id}/membership`, { tier_id: tiers[title], reason: 'x', ...more })

test('a tier is lost when the order that reached it is refunded within the return period', async () => {
  const may = await member(shop)
  const id = await buy(may, '400.00')
  expect((await stands(may))?.tier).toBe(tiers['Black'])
  await refund(id, '150.00')
  expect((await stands(may))?.tier).toBe(tiers['Green'])
  const ken = await member(shop)
  await refund(await buy(ken, '400.00'))
  expect(await stands(ken)).toBeUndefined()
})

test('whichever of two orders is refunded, the rest of both counts', async () => {
  const may = await member(shop)
  const [first, second] = [await buy(may, '250.00'), await buy(may, '200.00')]
  expect((await stands(may))?.tier).toBe(tiers['Black'])
  await refund(first)
  expect((await stands(may))?.tier).toBe(tiers['Green'])
  await refund(second)
  expect(await stands(may)).toBeUndefined()
})

test('a refund after the return period and one for a manual or locked tier change nothing', async () => {
  const late = await member(shop)
  const id = await buy(late, '400.00')
  await shop.it.kernel.db.run(sql`update loyalty_member set since = now() - interval '15 days' where person_id = ${late.person}`)
  await refund(id)
  expect((await stands(late))?.tier).toBe(tiers['Black'])

  const otherMember = await member(shop)
  const theirs = await buy(otherMember, '20.00')
  fine(await put(otherMember, 'Black'))
  await refund(theirs)
  expect((await stands(otherMember))?.tier).toBe(tiers['Black'])
})

test('after a refund the previous tier is restored with its remaining time', async () => {
  const may = await member(shop)
  fine(await put(may, 'Green'))
  await shop.it.kernel.db.run(sql`update loyalty_member set expires_at = now() + interval '40 days' where person_id = ${may.person}`)
  const id = await buy(may, '400.00')
  expect((await stands(may))?.tier).toBe(tiers['Black'])
  await refund(id)
  expect(await stands(may)).toEqual({ tier: tiers['Green'], source: 'manual', days: 40 })
})

test('a repeated refund event and concurrent refunds have the same result', async () => {
  const may = await member(shop)
  const [first, second] = [await buy(may, '250.00'), await buy(may, '200.00')]
  await Promise.all([refund(first), refund(second)])
  await shop.it.kernel.transaction(async (tx) => tx.emit('order.refunded', { orderId: first } as never, { type: 'order', id: first }))
  await shop.it.jobs()
  expect(await stands(may)).toBeUndefined()
})
