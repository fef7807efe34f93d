import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../../../tests/support/selling.ts'
import { importRecords } from '../../sheets/index.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['promotion', 'sheets'])
})
afterAll(() => shop.it.close())

const bring = (lines: string[]) => importRecords(shop.it.ctx, 'promotion', { name: 'rules.csv', bytes: Buffer.from(lines.join('\n')) }, {})
const rules = async () => (await shop.owner.get('/api/admin/promotion?limit=50&sort=id')).body.data

test('cart rules of another shop become drafts, and what has no counterpart is told row by row', async () => {
  const answer = await bring([
    'id,name,description,starts_from,ends_till,status,coupon_type,uses_per_customer,times_used,conditions,end_other_rules,action_type,discount_amount,free_shipping,sort_order',
    '1,Ten off,By hand,2026-01-01 00:00:00,2026-12-31 23:59:59,1,1,2,7,[],1,by_percent,10.0000,0,1',
    '2,From a hundred,,,,1,0,0,0,"[{""attribute"":""cart|base_sub_total"",""operator"":"">="",""value"":""100"",""attribute_type"":""price""}]",0,cart_fixed,15.0000,0,1',
    '3,Third,,,,1,0,0,0,"[{""attribute"":""cart|payment_method"",""operator"":""=="",""value"":""cod""}]",0,by_fixed,5.0000,0,1',
    '4,Three for two,,,,1,0,0,0,,0,buy_x_get_y,1.0000,0,1',
    '5,Broken,,,,1,0,0,0,not json,0,by_fixed,-5,0,1',
  ])
  const made = await rules()
  expect(made.map(({ title, status }: Record<string, string>) => [title, status])).toEqual([
    ['Ten off', 'draft'],
    ['From a hundred', 'draft'],
  ])
  const [ten, hundred] = await Promise.all(
    made.map(async ({ id }: { id: number }) => (await shop.owner.get(`/api/admin/promotion/${id}`)).body),
  )
  expect(ten).toMatchObject({
    trigger: 'code',
    usage_per_customer: 2,
    stop_after: true,
    actions: [{ type: 'percent_lines', value: { percent: '10' } }],
  })
  expect(hundred).toMatchObject({
    trigger: 'automatic',
    usage_per_customer: null,
    conditions: [[{ type: 'min_subtotal', value: { amount: '100.00' } }]],
    actions: [{ type: 'amount_order', value: { amount: '15.00' } }],
  })
  const said = JSON.stringify(answer)
  for (const word of ['cart|payment_method', 'buy_x_get_y']) expect(said).toContain(word)
  expect((answer as { errors: unknown[] }).errors).toHaveLength(3)
})

test('catalogue rules of another shop come with their days, and an export of rules is brought back unchanged', async () => {
  const before = (await rules()).length
  const { errors } = (await bring([
    'id,name,description,starts_from,ends_till,status,conditions,condition_type,end_other_rules,action_type,discount_amount,sort_order',
    '1,Spring,,2026-03-01,2026-03-31,1,,1,0,by_percent,12.5000,1',
  ])) as { errors: unknown[] }
  expect(errors).toEqual([])
  const spring = (await rules()).at(-1)
  const full = (await shop.owner.get(`/api/admin/promotion/${spring.id}`)).body
  expect(full).toMatchObject({ actions: [{ type: 'percent_lines', value: { percent: '12.5' } }] })
  expect([new Date(full.starts_at).toISOString(), new Date(full.ends_at).toISOString().slice(0, 16)]).toEqual([
    '2026-02-28T16:00:00.000Z',
    '2026-03-31T16:00',
  ])
  const { raw } = await shop.owner.get('/api/admin/promotion/export?format=csv')
  const again = (await bring([raw.body.replace(/^\uFEFF/, '')])) as { errors: unknown[] }
  expect(again.errors).toEqual([])
  expect((await rules()).length).toBe(before + 1)
})
