import { beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'

const shop = suite(['commission'])
const db = () => shop.it.kernel.db
const add = (resource: string, values: object) => shop.owner.post(`/api/admin/${resource}`, values)
let groupId: number
let sellerId: number
let headId: number

beforeAll(async () => {
  groupId = fine(await add('commission_group', { name: 'Shop floor', fixed_percent: '10' })).body.id
  const hire = async (): Promise<number> => (await (await shop.it.staff([])).get('/api/admin')).body.id
  sellerId = await hire()
  headId = await hire()
})

test('somebody is in a group once at a time, and nobody is their own superior', async () => {
  const head = fine(await add('commission_node', { name: 'Head', admin_id: headId, valid_from: '2020-01-01' })).body
  const below = { name: 'Seller', admin_id: sellerId, parent_id: head.id, valid_from: '2020-01-01' }
  const position = fine(await add('commission_node', below)).body
  const cycle = await shop.owner.put(`/api/admin/commission_node/${head.id}`, { parent_id: position.id, version: head.version })
  expect([cycle.status, Object.keys(cycle.body.messages)]).toEqual([422, ['parent_id']])

  fine(await add('commission_member', { group_id: groupId, admin_id: sellerId, valid_from: '2020-01-01' }))
  const twice = { group_id: groupId, admin_id: sellerId, valid_from: '2021-01-01' }
  expect((await add('commission_member', twice)).body.messages).toHaveProperty('valid_from')
  const raw = db().run(sql`insert into commission_member (group_id, admin_id, valid_from) values (${groupId}, ${sellerId}, '2021-01-01')`)
  await expect(raw).rejects.toThrow('commission_member_apart')
})

test('a product has percentages by group, and rows without one are dropped', async () => {
  const product = fine(await add('product', { name: 'Tea', sku: 'TEA', url: 'tea', stocks: [{ price: '10.00' }] })).body
  const write = (commissions: object[]) => shop.owner.put(`/api/admin/product/${product.id}`, { commissions })
  const saved = fine(
    await write([
      { commission_group_id: groupId, percentage: '7.5' },
      { commission_group_id: groupId, percentage: '' },
    ]),
  ).body
  expect(saved.commissions.map((row: { percentage: string }) => Number(row.percentage))).toEqual([7.5])
  const twice = await write([
    { commission_group_id: groupId, percentage: '1' },
    { commission_group_id: groupId, percentage: '2' },
  ])
  expect(twice.status).toBe(422)
  expect((await write([{ commission_group_id: groupId, percentage: '101' }])).status).toBe(422)
})
