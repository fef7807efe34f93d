import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['catalogue'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const material = (key: string) => ({
  key,
  label: { 'en-US': 'Material', 'zh-HK': '物料', 'zh-CN': '材料' },
  position: ['category', 'product'],
  values: [
    { label: 'Clay', colour: '#a0522d' },
    { label: 'Bone china', code: 'bone' },
  ],
})
let serial = 0
const product = (more: object) => {
  const n = ++serial
  return { name: `Pot ${n}`, sku: `ATT-${n}`, url: `att-${n}`, stocks: [{ price: '10.00' }], ...more }
}

test('an attribute is created with its values, whose codes come from their labels', async () => {
  const made = await owner.post('/api/admin/attribute', material('material'))
  expect(made.status).toBe(201)
  expect(made.body.values).toMatchObject([
    { code: 'clay', label: 'Clay', colour: '#a0522d' },
    { code: 'bone', label: 'Bone china' },
  ])
})

test('shoppers get the attributes of a position in their language, staff get them by the call of the product form', async () => {
  const publicAttributes = await it.guest.post('/api/attribute', { position: 'product', language: 'zh-HK' })
  expect(publicAttributes.body.data).toMatchObject([
    { key: 'material', label: '物料', kind: 'filter', values: [{ code: 'clay' }, { code: 'bone' }] },
  ])
  expect((await it.guest.post('/api/attribute', { position: 'search' })).body).toEqual({ data: [] })
  const reader = await it.staff(['get attribute'])
  expect((await reader.post('/api/admin/attribute', { position: 'product', language: 'zh-HK' })).body).toEqual(publicAttributes.body)
  expect((await reader.post('/api/admin/attribute', material('other'))).status).toBe(403)
  expect((await it.guest.post('/api/attribute', { position: 'roof' })).body.messages).toHaveProperty('position')
  expect((await it.guest.post('/api/attribute', {})).body.messages).toEqual({ position: ['This field is required.'] })
})

test('an attribute key is lower case and unique', async () => {
  const loud = await owner.post('/api/admin/attribute', material('Material'))
  expect(loud.status).toBe(422)
  expect(loud.body.messages).toHaveProperty('key')
  expect((await owner.post('/api/admin/attribute', material('material'))).body.messages).toHaveProperty('key')
})

test('a product accepts only values that its attributes allow', async () => {
  const { body: clay } = await owner.post('/api/admin/attribute', material('body'))
  const { body: volume } = await owner.post('/api/admin/attribute', { key: 'volume', label: 'Volume', kind: 'spec', input: 'number' })
  const values = [clay.values[0].id]
  const made = await owner.post(
    '/api/admin/product',
    product({
      attributes: [
        { attribute_id: clay.id, values },
        { attribute_id: volume.id, number: '0.75' },
      ],
    }),
  )
  expect(made.status).toBe(201)
  expect(made.body.attributes).toMatchObject([{ attribute_id: clay.id, values }, { number: '0.75' }])
  const refused = async (line: object) =>
    Object.keys((await owner.post('/api/admin/product', product({ attributes: [line] }))).body.messages)
  expect(await refused({ attribute_id: volume.id, values })).toEqual(['attributes.0.values'])
  expect(await refused({ attribute_id: clay.id, values: clay.values.map((v: { id: number }) => v.id) })).toEqual(['attributes.0.values'])
  expect(await refused({ attribute_id: clay.id, text: 'clay' })).toEqual(['attributes.0.text'])
  expect(await refused({ attribute_id: 999_999, values })).toEqual(['attributes.0.attribute_id'])
})

test('an attribute in use cannot be deleted, and the error tells how many products use it', async () => {
  const { body: glaze } = await owner.post('/api/admin/attribute', material('glaze'))
  const { body: pot } = await owner.post(
    '/api/admin/product',
    product({ attributes: [{ attribute_id: glaze.id, values: [glaze.values[0].id] }] }),
  )
  const refused = await owner.delete(`/api/admin/attribute/${glaze.id}`)
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body.messages)).toContain('1 product uses this attribute')
  const without = await owner.put(`/api/admin/attribute/${glaze.id}`, { values: [glaze.values[1]], version: glaze.version })
  expect(without.status).toBe(422)
  expect(without.body.messages.id[0]).toContain('"clay" is used by 1 product')
  expect((await owner.put(`/api/admin/attribute/${glaze.id}`, { input: 'number' })).body.messages).toHaveProperty('input')

  await owner.delete(`/api/admin/product/${pot.id}`)
  expect((await owner.delete(`/api/admin/attribute/${glaze.id}`)).status).toBe(200)
})

test('a stock option cannot be deleted while a product uses it', async () => {
  const { body: size } = await owner.post('/api/admin/attribute', {
    key: 'size',
    label: 'Size',
    kind: 'stock_option',
    values: [{ label: 'S' }, { label: 'M' }],
  })
  await owner.post(
    '/api/admin/product',
    product({
      options: [{ key: 'size', label: 'Size', values: [{ code: 's', label: 'S' }] }],
      stocks: [{ price: '10.00', values: { size: 's' } }],
    }),
  )
  expect((await owner.delete(`/api/admin/attribute/${size.id}`)).status).toBe(422)
  const lighter = await owner.put(`/api/admin/attribute/${size.id}`, { values: [size.values[0]] })
  expect(lighter.body.values).toHaveLength(1)
  expect((await owner.put(`/api/admin/attribute/${size.id}`, { values: [] })).status).toBe(422)
})

test('a clone carries the attributes of its original', async () => {
  const { body: shape } = await owner.post('/api/admin/attribute', material('shape'))
  const values = [shape.values[1].id]
  const { body: pot } = await owner.post('/api/admin/product', product({ attributes: [{ attribute_id: shape.id, values }] }))
  const { body: copy } = await owner.post(`/api/admin/product/${pot.id}/clone`)
  const { body: read } = await owner.get(`/api/admin/product/${copy.id}`)
  expect(read.attributes).toMatchObject([{ attribute_id: shape.id, values }])
})
