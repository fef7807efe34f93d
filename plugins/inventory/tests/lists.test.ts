import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { captureStatements } from '../../../tests/support/query-listener.ts'

const shop = suite(['inventory'])

const LONGJING = {
  name: { 'en-US': 'Longjing', 'zh-HK': '龍井' },
  sku: 'LJ',
  options: [
    {
      key: 'weight',
      label: { 'en-US': 'Weight', 'zh-HK': '重量' },
      values: [
        { code: '50', label: { 'en-US': '50 g', 'zh-HK': '50 克' } },
        { code: '100', label: '100 g' },
      ],
    },
  ],
}

async function fill(): Promise<number> {
  const { owner } = shop
  const warehouse = (await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id as number
  const stocks = [
    { price: '168', special_price: '128', values: { weight: '50' }, inventories: [{ warehouse_id: warehouse, quantity: 4 }] },
    { price: '298', values: { weight: '100' }, inventories: [{ warehouse_id: warehouse, quantity: 3 }] },
  ]
  const made = await owner.post('/api/admin/product', { ...LONGJING, language: '*', url: 'longjing', stocks })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  await owner.post('/api/admin/product', { name: 'Caddy', url: 'caddy', visibled: false, stocks: [{ price: '80' }] })
  await owner.post('/api/admin/product', { name: 'Voucher', url: 'voucher', track_inventories: false, stocks: [{ price: '50' }] })
  return made.body.id as number
}

test('lists show names and pictures of products and stock, in the query that reads the page', async () => {
  const id = await fill()
  const { data } = (await shop.owner.get('/api/admin/product?sort=id')).body
  expect(data).toMatchObject([
    { price: '128.00 – 298.00', available: 7, attention: ['no_picture'], picture: null },
    { name: 'Caddy', price: '80.00', available: 0, attention: ['hidden', 'out_of_stock', 'no_picture'] },
    { name: 'Voucher', price: '50.00', available: null, attention: ['no_picture'] },
  ])
  const goods = (await shop.owner.get('/api/admin/inventory?sort=id&language=zh-HK')).body.data
  expect(goods.slice(0, 2)).toMatchObject([
    { goods: '龍井', choice: '50 克', quantity: 4 },
    { goods: '龍井', choice: '100 g', quantity: 3 },
  ])
  // A form is filled from fields only, so the detail response has no computed columns.
  expect(Object.keys((await shop.owner.get(`/api/admin/product/${id}`)).body)).not.toContain('attention')

  // Session bookkeeping and the record count are not counted. The count is cached until a product changes.
  const costs = async (limit: number) => {
    const statements = await captureStatements(async () => {
      expect((await shop.owner.get(`/api/admin/product?sort=id&limit=${limit}`)).body.data).toHaveLength(limit)
    })
    return statements.filter((text) => /\bproduct\b/.test(text) && !/^\s*select count/.test(text)).length
  }
  expect(await costs(1)).toBe(1)
  expect(await costs(3)).toBe(1)
})

test('a list declares its title and sortable columns, and shows ids and timestamps only on request', async () => {
  const { resources } = (await shop.owner.get('/api/admin/manifest')).body
  const { inventory } = resources
  expect(inventory.title).toBe('goods')
  expect(inventory.columns.filter((c: any) => !c.extra).map((c: any) => c.name)).toEqual([
    'picture',
    'goods',
    'choice',
    'warehouse_id',
    'quantity',
    'reserved',
    'available_inventories',
    'expiry_date',
    'lot_code',
    'stock_id',
  ])
  expect(inventory.columns.filter((c: any) => ['id', 'created_at'].includes(c.name))).toMatchObject([{ extra: true }, { extra: true }])
  expect((await shop.owner.get('/api/admin/product?sort=price')).status).toBe(422)
})

test("a stock count names products in the language of the reader, whatever the shop's main language", async () => {
  const { owner } = shop
  const warehouse = (await owner.post('/api/admin/warehouse', { code: 'count', name: 'Count' })).body.id
  const inventories = [{ warehouse_id: warehouse, quantity: 4 }]
  const stocks = [{ price: '9', values: { weight: '50' }, inventories }]
  await owner.post('/api/admin/product', { ...LONGJING, sku: 'LC', language: '*', url: 'counted', stocks })
  await owner.post('/api/admin/product', { name: 'Plain', url: 'plain', stocks: [{ price: '9', inventories }] })
  const { id } = (await owner.post('/api/admin/stocktake', { warehouse_id: warehouse })).body
  await owner.post(`/api/admin/stocktake/${id}/start`)
  const lines = async (language: string) =>
    (await owner.get(`/api/admin/stocktake_line?stocktake_id=${id}&sort=id&language=${language}`)).body.data
  expect(await lines('zh-HK')).toMatchObject([{ options: '50 克' }, { options: '' }])
  const [first] = await lines('en-US')
  expect(first).toMatchObject({ options: '50 g' })
  const add = async (language: string) =>
    (await owner.put(`/api/admin/stocktake/${id}/count?language=${language}`, { lines: [{ code: first.sku, add: 1 }] })).body.last
  expect(await add('en-US')).toMatchObject({ options: '50 g', counted: 1 })
  expect(await add('zh-HK')).toMatchObject({ options: '50 克', counted: 2 })
})
