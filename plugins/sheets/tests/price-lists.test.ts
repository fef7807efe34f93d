import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { importRecords } from '../import/import.ts'
import { mappingNamed } from '../mapping/mappings.ts'

/** Price lists of other shop systems, recognized by their headers. */
let it: TestApp
beforeAll(async () => {
  it = await testApp(['catalogue', 'people', 'sheets'])
  for (const sku of ['CUP', 'POT'])
    await it.kernel.resources.create(it.ctx, 'product', { name: sku, sku, url: sku.toLowerCase(), stocks: [{ sku, price: '20.00' }] })
  await it.kernel.resources.create(it.ctx, 'customer_group', { name: 'wholesale' })
})
beforeEach(() => it.kernel.db.run(sql`delete from stock_price`))
afterAll(() => it.close())

const put = (csv: string) => importRecords(it.ctx, 'stock_price', { name: 'a.csv', bytes: Buffer.from(csv) }, { speak: 'en-US' })
const prices = () =>
  it.kernel.db.rows(sql`select s.sku, d.price_minor::int as price, g.name as whom, d.min_quantity as many,
      d.starts_at at time zone 'Asia/Hong_Kong' || '' as begins, d.ends_at at time zone 'Asia/Hong_Kong' || '' as ends
    from stock_price d join stock s on s.id = d.stock_id left join customer_group g on g.id = d.customer_group_id order by s.sku, d.min_quantity, d.id`)
const toPlaces = (errors: readonly { row: number; column: string }[]) => errors.map(({ row, column }) => [row, column])

const bagisto = `sku,attribute_family_code,price,special_price,special_price_from,special_price_to,customer_group_prices
CUP,default,21,17,2024-02-01,2024-02-15,
POT,default,14,,,,"group=all,qty=2,type=fixed,price=12|group=wholesale,qty=3,type=fixed,price=9.50|group=all,qty=4,type=discount,price=50"
NONE,default,14,9,,,
POT,default,14,9,,2024-13-40,
`

test('a Bagisto catalogue imports temporary prices, with both days inclusive in the shop time zone', async () => {
  const answer = await put(bagisto)
  expect(answer.summary).toMatchObject({ create: 1, error: 2 })
  expect(toPlaces(answer.errors)).toEqual([
    [4, 'sku'],
    [5, 'special_price_to'],
  ])
  expect((await put(bagisto)).summary).toMatchObject({ create: 0, unchanged: 1 })
  expect(await prices()).toEqual([
    { sku: 'CUP', price: 1_700, whom: null, many: 1, begins: '2024-02-01 00:00:00', ends: '2024-02-16 00:00:00' },
  ])
})

test('a Bagisto catalogue imports group and quantity prices, one per line; percentages are reported', async () => {
  const answer = await importRecords(
    it.ctx,
    'stock_price',
    { name: 'a.csv', bytes: Buffer.from(bagisto) },
    { speak: 'en-US', mapping: (await mappingNamed(it.ctx, 'stock_price', 'bagisto-group-prices')).mapping },
  )
  expect(toPlaces(answer.errors)).toEqual([[3, 'customer_group_prices.price']])
  expect(await prices()).toMatchObject([
    { sku: 'POT', price: 1_200, whom: null, many: 2 },
    { sku: 'POT', price: 950, whom: 'wholesale', many: 3 },
  ])
})

const magento = `sku,tier_price_website,tier_price_customer_group,tier_price_qty,tier_price,tier_price_value_type
CUP,All Websites [HKD],ALL GROUPS,5.0000,18.000000,Fixed
CUP,All Websites [HKD],Wholesale,1.0000,15.500000,Fixed
CUP,All Websites [HKD],ALL GROUPS,10.0000,20.000000,Discount
POT,All Websites [HKD],NOT LOGGED IN,2.0000,18.000000,Fixed
`

test('Magento advanced prices import with groups and quantities; unknown groups and percentages are reported by line', async () => {
  const answer = await put(magento)
  expect(toPlaces(answer.errors)).toEqual([
    [4, 'tier_price'],
    [5, 'tier_price_customer_group'],
  ])
  expect(await prices()).toMatchObject([
    { sku: 'CUP', price: 1_550, whom: 'wholesale', many: 1 },
    { sku: 'CUP', price: 1_800, whom: null, many: 5 },
  ])
})

const woo = `ID,Type,SKU,Name,Date sale price starts,Date sale price ends,Sale price,Regular price
10,simple,CUP,Cup,2026-12-24,2026-12-26,9,12
11,simple,POT,Pot,,,,30
`

test('WooCommerce sale prices end at the end of their last day', async () => {
  expect((await put(woo)).summary).toMatchObject({ create: 1, error: 0 })
  expect(await prices()).toMatchObject([{ sku: 'CUP', price: 900, begins: '2026-12-24 00:00:00', ends: '2026-12-27 00:00:00' }])
})
