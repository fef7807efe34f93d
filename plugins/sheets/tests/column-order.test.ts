import { expect, test } from 'vitest'
import { toFormData, suite } from 'stoa/testing'
import { sql } from '../../../core/db/sql.ts'
import { createImportHelpers } from './transfers.ts'

/** Of several columns for one field the first in the mapping has precedence, even after the mapping was stored. */
const shop = suite(['catalogue', 'inventory', 'sheets'])
const { decide } = createImportHelpers(shop, 'product')

const woo = `ID,Type,SKU,Name,Published,Is featured?,Visibility in catalog,Regular price,Categories,Parent
71,simple,ORDERED-CUP,Cup,1,0,visible,20,,
`

test('a checked import matches the product by the preferred column of its preset', async () => {
  const file = new File([woo], 'woo.csv')
  const planned = await shop.owner.post('/api/admin/sheet/product/plan', toFormData({ file, mapping: 'woocommerce-products' }))
  expect(planned.status).toBe(202)
  await shop.it.jobs()
  expect((await decide(planned.body.id, 'apply')).status).toBe(202)
  await shop.it.jobs()
  expect(await shop.it.kernel.db.rows(sql`select sku from product`)).toEqual([{ sku: 'ORDERED-CUP' }])
})

test('a saved mapping prefers its columns in the saved order', async () => {
  const columns = { Reference: ['product_sku', 'url', 'stock_sku'], ID: ['product_sku', 'url', 'stock_sku'], Name: 'name', Cost: 'price' }
  const saved = await shop.owner.post('/api/admin/sheet/product/mappings', {
    name: 'Old shop',
    mapping: { columns },
    fingerprint: Object.keys(columns),
  })
  expect(saved.status).toBe(200)
  const file = new File(['ID,Reference,Name,Cost\n5,OLD-5,Pot,30.00\n6,,Lid,3.00\n'], 'old.csv')
  const { body } = await shop.owner.post('/api/admin/product/import', toFormData({ file }))
  expect([body.summary, body.errors]).toMatchObject([{ create: 2 }, []])
  expect(await shop.it.kernel.db.rows(sql`select sku from product where sku <> 'ORDERED-CUP' order by id`)).toEqual([
    { sku: 'OLD-5' },
    { sku: '6' },
  ])
})
