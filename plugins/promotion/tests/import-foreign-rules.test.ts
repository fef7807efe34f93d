import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { importRecords } from 'stoa/plugins/sheets'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['promotion', 'sheets'])
})
afterAll(() => shop.it.close())

const bring = (lines: string[]) => importRecords(shop.it.ctx, 'promotion', { name: 'rules.csv', bytes: Buffer.from(lines.join('\n')) }, {})
const rules = async () => (await shop.owner.get('/api/admin/promotion?limit=50&sort=id')).body.data

test('cart rules of another shop system become drafts, and unsupported values are reported by row', async () => {
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
    // Times in the file are in the shop's time zone, Hong Kong.
    starts_at: '2025-12-31T16:00:00.000Z',
    stop_after: true,
    actions: [{ type: 'percent_lines', value: { percent: '10' } }],
  })
  expect(hundred).toMatchObject({
    trigger: 'automatic',
    usage_per_customer: null,
    conditions: [[{ type: 'min_subtotal', value: { amount: '100.00' } }]],
    actions: [{ type: 'amount_order', value: { amount: '15.00' } }],
  })
  const answerText = JSON.stringify(answer)
  for (const word of ['cart|payment_method', 'buy_x_get_y']) expect(answerText).toContain(word)
  expect((answer as { errors: unknown[] }).errors).toHaveLength(3)
})

test('an unsupported option of a cart rule refuses its row, and its sort order is imported', async () => {
  const answer = await bring([
    'id,name,starts_from,ends_till,coupon_type,uses_per_customer,conditions,end_other_rules,action_type,discount_amount,discount_quantity,free_shipping,apply_to_shipping,sort_order',
    '71,Second,,,0,0,[],0,by_percent,10,0,0,0,2',
    '72,First,,,0,0,,0,by_percent,5,,0,0,1',
    '73,With delivery,,,0,0,[],0,by_percent,5,0,1,0,1',
    '74,Three at most,,,0,0,[],0,by_percent,5,3,0,0,1',
    '75,Of delivery too,,,0,0,[],0,by_percent,5,0,0,1,1',
  ])
  const { errors } = answer as { errors: { row: number; column: string }[] }
  expect(errors.map(({ row, column }) => [row, column])).toEqual([
    [4, 'free_shipping'],
    [5, 'discount_quantity'],
    [6, 'apply_to_shipping'],
  ])
  const made = (await shop.owner.get('/api/admin/promotion?sort=id&fields=title,priority&q=')).body.data.filter(
    ({ title }: { title: string }) => ['First', 'Second'].includes(title),
  )
  expect(made.map(({ title, priority }: { title: string; priority: number }) => [title, priority])).toEqual([
    ['Second', -2],
    ['First', -1],
  ])
})

test('an imported rule does not match an own rule of the same title, nor another in its file', async () => {
  const ownId = (await shop.owner.post('/api/admin/promotion', { title: 'Namesake', priority: 7 })).body.id
  const lines = [
    'id,name,starts_from,ends_till,coupon_type,uses_per_customer,conditions,end_other_rules,action_type,discount_amount,discount_quantity,free_shipping,apply_to_shipping,sort_order',
    '81,Namesake,,,0,0,[],0,by_percent,10,0,0,0,2',
    '82,Namesake,,,0,0,[],0,by_percent,20,0,0,0,2',
  ]
  const bringRules = async () => (await bring(lines)) as { summary: object; errors: object[] }
  expect(await bringRules()).toMatchObject({ summary: { create: 2 }, errors: [] })
  expect(await bringRules()).toMatchObject({ summary: { create: 0, unchanged: 2 }, errors: [] })
  const namesakes = (await rules()).filter(({ title }: { title: string }) => title === 'Namesake')
  expect(namesakes).toHaveLength(3)
  expect((await shop.owner.get(`/api/admin/promotion/${ownId}`)).body).toMatchObject({ priority: 7, actions: [] })
  for (const { id } of namesakes) await shop.owner.delete(`/api/admin/promotion/${id}`)
})

test('catalogue rules of another shop system are imported with their dates, and exported rules reimport unchanged', async () => {
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

const woo = [
  'post_title,post_excerpt,post_status,discount_type,coupon_amount,free_shipping,expiry_date,minimum_amount,maximum_amount,individual_use,exclude_sale_items,product_ids,usage_limit,usage_limit_per_user,usage_count',
  'summer-20,For members,publish,percent,20,no,2026-08-31,150.00,,yes,no,,100,1,7',
  'ship,,publish,fixed_cart,0,yes,,,,no,no,,0,0,0',
  'five,,draft,fixed_cart,5,no,,,,no,no,,,,0',
  'some,,publish,percent,10,no,,,,no,no,12|13,,,0',
  'both,,publish,percent,10,yes,,,,no,no,,,,0',
]

test('WooCommerce coupons become code rules with their codes; unsupported restrictions are reported by row', async () => {
  const { errors } = (await bring(woo)) as { errors: { row: number; column: string }[] }
  expect(errors.map(({ row, column }) => [row, column])).toEqual([
    [5, 'product_ids'],
    [6, 'free_shipping'],
  ])
  const made = (await rules()).slice(-3)
  const [summer, ship, five] = await Promise.all(
    made.map(async ({ id }: { id: number }) => (await shop.owner.get(`/api/admin/promotion/${id}`)).body),
  )
  expect(summer).toMatchObject({
    title: 'summer-20',
    trigger: 'code',
    combinable: false,
    usage_limit: 100,
    usage_per_customer: 1,
    ends_at: '2026-08-31T16:00:00.000Z',
    actions: [{ type: 'percent_lines', value: { percent: '20' } }],
    conditions: [[{ type: 'min_subtotal', value: { amount: '150.00' } }]],
  })
  expect(ship).toMatchObject({ actions: [{ type: 'free_shipping' }], usage_limit: null })
  expect(five).toMatchObject({ combinable: true, actions: [{ type: 'amount_order', value: { amount: '5.00' } }] })
  const codes = (await importRecords(shop.it.ctx, 'coupon', { name: 'codes.csv', bytes: Buffer.from(woo.join('\n')) }, {})) as {
    summary: object
    errors: { row: number }[]
  }
  expect(codes.summary).toMatchObject({ create: 3, error: 2 })
  const { data } = (await shop.owner.get('/api/admin/coupon?limit=50&sort=id')).body
  expect(data.map(({ code, promotion_name: ruleName, enabled }: Record<string, unknown>) => [code, ruleName, enabled])).toEqual([
    ['SUMMER-20', 'summer-20', true],
    ['SHIP', 'ship', true],
    ['FIVE', 'five', false],
  ])
})

test('codes of another shop system find their imported rules; limits the rule lacks are reported by row', async () => {
  const head =
    'id,name,description,starts_from,ends_till,status,coupon_type,uses_per_customer,times_used,conditions,end_other_rules,action_type,discount_amount,free_shipping,sort_order'
  await bring([head, '71,Welcome,,,,1,1,2,7,[],0,by_percent,10.0000,0,1', '72,By itself,,,,1,0,0,0,[],0,by_percent,5.0000,0,1'])
  const codes = async (lines: string[]) =>
    (await importRecords(shop.it.ctx, 'coupon', { name: 'cart_rule_coupons.csv', bytes: Buffer.from(lines.join('\n')) }, {})) as {
      summary: Record<string, number>
      errors: { row: number; column: string }[]
    }
  const lines = [
    'id,code,usage_limit,usage_per_customer,times_used,type,is_primary,expired_at,cart_rule_id,created_at,updated_at',
    '1,hello10,100,2,7,0,1,2026-12-31,71,2026-01-01 00:00:00,2026-01-01 00:00:00',
    '2,HELLO-OPEN,0,0,0,0,0,,71,,',
    '3,HELLO-ONCE,0,1,0,0,0,,71,,',
    '4,NOWHERE,0,0,0,0,0,,999,,',
    '5,ITSELF,0,0,0,0,0,,72,,',
  ]
  const { errors } = await codes(lines)
  expect(errors.map(({ row, column }) => [row, column])).toEqual([
    [4, 'usage_per_customer'],
    [5, 'cart_rule_id'],
    [6, 'promotion'],
  ])
  const findCoupon = async (code: string) => (await shop.owner.get(`/api/admin/coupon?q=${code}`)).body.data[0]
  expect(await findCoupon('HELLO10')).toMatchObject({
    code: 'HELLO10',
    promotion_name: 'Welcome',
    usage_limit: 100,
    ends_at: '2026-12-31T16:00:00.000Z',
  })
  expect(await findCoupon('HELLO-OPEN')).toMatchObject({ promotion_name: 'Welcome', usage_limit: null, ends_at: null })
  expect(await findCoupon('HELLO-ONCE')).toBeUndefined()
  // Importing the same file again changes nothing.
  const again = await codes(lines)
  expect([again.summary['create'], again.errors.map(({ row }) => row)]).toEqual([0, [4, 5, 6]])
})

test('fields of a code that only sheets have are parsed strictly, and other values are refused by name', async () => {
  const rule = (await shop.owner.post('/api/admin/promotion', { title: 'Named', trigger: 'code', usage_per_customer: 1 })).body.id
  let n = 0
  const post = (body: object) => shop.owner.post('/api/admin/coupon', { code: `NAMED${++n}`, ...body })
  for (const [body, field] of [
    [{ promotion_id: 'abc', usage_per_customer: '1' }, 'promotion_id'],
    [{ promotion_id: 1.5, usage_per_customer: '1' }, 'promotion_id'],
    [{ promotion_id: '9'.repeat(20), usage_per_customer: '1' }, 'promotion_id'],
    [{ usage_per_customer: '1' }, 'promotion_id'],
    [{ promotion_id: rule, usage_per_customer: 1 }, 'usage_per_customer'],
    [{ promotion_id: rule, usage_per_customer: '0' }, 'usage_per_customer'],
    [{ promotion_id: rule, foreign_rule: 1 }, 'foreign_rule'],
    [{ foreign_rule: 'a\0' }, 'foreign_rule'],
    [{ foreign_rule: 'x'.repeat(5_000) }, 'foreign_rule'],
  ] as const) {
    const { status, body: responseBody } = await post(body)
    expect([status, Object.keys(responseBody.messages)], JSON.stringify(body)).toEqual([422, [field]])
    expect(JSON.stringify(responseBody).length).toBeLessThan(400)
  }
  const made = await post({ promotion_id: rule, usage_per_customer: '1' })
  expect(made.status).toBe(201)
  // If a sheet names no rule, the limit of the code's existing rule applies.
  const change = (usage_per_customer: string) => shop.owner.put(`/api/admin/coupon/${made.body.id}`, { usage_per_customer })
  expect((await change('1')).status).toBe(200)
  expect(Object.keys((await change('0')).body.messages)).toEqual(['usage_per_customer'])
})
