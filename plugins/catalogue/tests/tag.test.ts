import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp(['catalogue'])
})
afterAll(() => it.close())

test('tags in use are listed with counts, to staff who may see the tagged records', async () => {
  const owner = await it.staff('owner')
  const make = (n: number, tags: string[]) =>
    owner.post('/api/admin/product', { name: `Cup ${n}`, sku: `TAG-${n}`, url: `tag-${n}`, tags, stocks: [{ price: '1.00' }] })
  await make(1, ['gift', 'spring'])
  const { body: deletedProduct } = await make(2, ['gift', 'old'])
  await make(3, ['gift'])
  await owner.delete(`/api/admin/product/${deletedProduct.id}`)
  expect((await owner.get('/api/admin/product/tags')).body).toEqual({
    data: [
      { name: 'gift', count: 2 },
      { name: 'spring', count: 1 },
    ],
    total: 2,
  })
  expect((await (await it.staff(['get brand'])).get('/api/admin/product/tags')).body).toEqual({ data: [], total: 0 })
})
