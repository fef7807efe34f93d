import { beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite, toFormData } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'

const shop = suite(['commission', 'sheets', 'staff'])
const db = () => shop.it.kernel.db
let groupId: number

const hire = async (rights: string[]) => {
  const client = await shop.it.staff(rights)
  return { client, id: (await client.get('/api/admin')).body.id as number }
}
const post = (path: string, body: object, client: Client = shop.owner) => client.post(`/api/admin/${path}`, body)
/** Statuses of ten equal calls at once, in ascending order. */
const callTenTimes = async (path: string, body: object) =>
  (await Promise.all(Array.from({ length: 10 }, () => post(path, body)))).map(({ status }) => status).toSorted((one, two) => one - two)
const onceOfTen = [201, ...Array.from({ length: 9 }, () => 422)]

beforeAll(async () => {
  groupId = (await post('commission_group', { name: 'Sales team', fixed_percent: '10' })).body.id
})

test('a group, a membership, a position and a settlement that are added ten times at once are added once', async () => {
  const { id: admin_id } = await hire([])
  const top = await hire([])
  const { body: above } = await post('commission_node', { name: 'Head', admin_id: top.id, valid_from: '2026-01-01' })
  const position = { name: 'Seller', admin_id, parent_id: above.id, valid_from: '2026-01-01' }
  expect(await callTenTimes('commission_node', position)).toEqual(onceOfTen)
  expect(await callTenTimes('commission_group', { name: 'Twice' })).toEqual(onceOfTen)
  expect(await callTenTimes('commission_member', { group_id: groupId, admin_id, valid_from: '2026-01-01' })).toEqual(onceOfTen)
  expect(await callTenTimes('commission_settlement', { admin_id, period_start: '2026-01-15' })).toEqual(onceOfTen)
})

test('staff who see their own commissions create settlements for themselves alone', async () => {
  const clerk = await hire(['create commission settlement', 'get commission settlement'])
  const other = await hire([])
  const refused = await post('commission_settlement', { admin_id: other.id, period_start: '2026-02-15' }, clerk.client)
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['admin_id']])
  expect((await post('commission_settlement', { admin_id: clerk.id, period_start: '2026-02-15' }, clerk.client)).status).toBe(201)
  const all = await hire(['create commission settlement', 'get commission settlement', 'see all commission entry'])
  expect((await post('commission_settlement', { admin_id: other.id, period_start: '2026-02-15' }, all.client)).status).toBe(201)
})

test('what the product sets is not taken from a caller', async () => {
  const { id: admin_id } = await hire([])
  const forged = { number: 'X', total: '999.00', status: 'approved', currency: 'USD', approved_by: 1 }
  const { status, body } = await post('commission_settlement', { admin_id, period_start: '2026-03-15', ...forged })
  expect(status, JSON.stringify(body)).toBe(201)
  expect(body).toMatchObject({ total: '0.00', status: 'draft', currency: 'HKD', approved_by: null })
  for (const step of ['finish', 'settle'])
    expect((await post(`commission_settlement/${body.id}/${step}`, { paid_at: '2026-03-15' })).status).toBe(404)
})

const tier = { amount_from: '0', percent: '1' }
test.each([
  ['commission_group', { name: 'A', fixed_percent: '-1' }, ['fixed_percent']],
  ['commission_group', { name: 'A', fixed_percent: 1e308 }, ['fixed_percent']],
  ['commission_group', { name: 'A', fixed_percent: 'NaN' }, ['fixed_percent']],
  ['commission_group', { name: 'A', method: 'tier_slab' }, ['tiers']],
  ['commission_group', { name: 'A', method: 'tier_slab', tiers: [null] }, ['tiers']],
  ['commission_group', { name: 'A', method: 'tier_slab', tiers: [tier, tier] }, ['tiers']],
  ['commission_group', { name: 'A', method: 'tier_slab', tiers: [{ ...tier, amount_from: '90071992547409.92' }] }, ['tiers.0.amount_from']],
  ['commission_group', { name: 'A', method: 'tier_slab', tiers: [{ ...tier, id: 99_999 }] }, ['tiers.0']],
  ['commission_member', { group_id: 1, admin_id: 1, valid_from: '2026-02-30' }, ['valid_from']],
  ['commission_member', { group_id: 99_999, admin_id: 1, valid_from: '2026-02-28' }, ['group_id']],
  ['commission_node', { name: 'A', admin_id: 1, valid_from: 'infinity' }, ['valid_from']],
  ['commission_node', { name: 'A', admin_id: 1, override_percent: '1000', valid_from: '2026-01-01' }, ['override_percent']],
  ['commission_settlement', { admin_id: 1, period_start: '1900-01-01' }, ['period_start']],
  ['commission_settlement/period', { date: '2026-02-30' }, ['date']],
  ['commission_group/1/what_if', { method: 'tier_slab', tiers: [{ amount_from: { a: 1 }, percent: '1' }] }, ['tiers.0.amount_from']],
])('%s refuses %j by field', async (path, input, fields) => {
  const { status, body } = await post(path, input)
  expect([status, Object.keys(body.messages)]).toEqual([422, fields])
})

test('lines of a sheet that are wrong write nothing, and the others are written', async () => {
  const { id } = await hire([])
  const email = (await db().one<{ email: string }>(sql`select email from account where id = ${id}`))?.email
  const sheet = async (resource: string, text: string) =>
    (await post(`${resource}/import`, toFormData({ file: new File([text], 'a.csv'), language: 'en-US' }))).body
  const groups = await sheet('commission_group', `name,fixed_percent\n=1+1,10\nNegative,-1\nHuge,1e308\n${'x'.repeat(50_000)},1\n`)
  expect(groups.summary).toMatchObject({ create: 1, error: 3 })
  const members = await sheet(
    'commission_member',
    `group_id,admin_id,valid_from,valid_to\nSales team,${email},2026-02-30,\nSales team,${email},2031-01-02,2030-01-01\nSales team,${email},2031-01-01,\n`,
  )
  expect(members.summary, JSON.stringify(members.errors)).toMatchObject({ create: 1, error: 2 })
  expect(await db().rows(sql`select 1 from commission_member where admin_id = ${id}`)).toHaveLength(1)
})

test('shares of an order are whole percentages of accounts, once each, and are stored all or not at all', async () => {
  const [one, two] = [await hire([]), await hire([])]
  const order = await db().one<{ id: number }>(sql`
    insert into commission_order (order_id, order_number, paid_on) values (990001, '990001', '2026-01-05') returning id`)
  const put = (shares: unknown, version: number, client: Client = shop.owner) =>
    client.put(`/api/admin/commission_order/${order?.id}`, { version, shares })
  const share = (admin_id: unknown, share_percent: unknown) => ({ admin_id, share_percent })
  for (const [shares, field] of [
    ['all', 'shares'],
    [[share(one.id, '99.99')], 'shares'],
    [[share(one.id, '150'), share(two.id, '-50')], 'shares.0.share_percent'],
    [[share(one.id, 'NaN')], 'shares.0.share_percent'],
    [[share(one.id, 1e308)], 'shares.0.share_percent'],
    [[share(one.id, '0'), share(two.id, '100')], 'shares.0.share_percent'],
    [[share(one.id, '50'), share(one.id, '50')], 'shares.1.admin_id'],
    [[share(one.id, '50'), share(999_999, '50')], 'shares.1.admin_id'],
    [[{ ...share(one.id, '100'), id: 999_999 }], 'shares.0'],
  ] as const) {
    const { status, body } = await put(shares, 1)
    expect([status, Object.keys(body.messages)[0]], JSON.stringify(shares)).toEqual([422, field])
  }
  const stranger = await hire(['get commission order', 'update commission order'])
  expect((await put([share(stranger.id, '100')], 1, stranger.client)).status).toBe(404)
  const ten = await Promise.all(
    Array.from({ length: 10 }, (_, n) => put([share(one.id, String(10 + n)), share(two.id, String(90 - n))], 1)),
  )
  expect(ten.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(ten.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const sum = await db().one(
    sql`select sum(share_percent)::text as sum, count(*) as n from commission_share where commission_order_id = ${order?.id}`,
  )
  expect(sum).toEqual({ sum: '100.00', n: 2 })
})
