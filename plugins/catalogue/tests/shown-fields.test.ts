import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { definePlugin, extendResource, f } from 'stoa'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { openApi } from '../../../cli/openapi/document.ts'
import { fine } from '../../../tests/support/selling-shop.ts'

/** A plugin that adds visible fields to products, brands and categories. */
const lumber = definePlugin({
  id: 'lumber',
  requires: ['catalogue'],
  extend: [
    extendResource('product', {
      fields: {
        material: f.maybe(f.text({ filter: true })),
        deposit: f.maybe(f.money()),
        felled_on: f.maybe(f.date()),
        finish: f.pick(['oiled', 'raw'], { default: 'raw' }),
        treated: f.flag({ default: false }),
        care: f.maybe(f.rich()),
        source_brand_id: f.maybe(f.one('brand')),
        shares: f.json<number[]>({ default: [] }),
        supplier_code: f.maybe(f.text()),
      },
      show: ['material', 'deposit', 'felled_on', 'finish', 'treated', 'care', 'source_brand_id', 'shares'],
      cards: ['material', 'source_brand_id'],
    }),
    extendResource('brand', { fields: { founded: f.maybe(f.int()) }, show: ['founded'] }),
    extendResource('category', { fields: { aisle: f.maybe(f.text()) }, show: ['aisle'] }),
  ],
})

let it: TestApp
let owner: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  it = await testApp(['catalogue', 'wishlist', 'content'], { extra: [lumber] })
  owner = await it.staff('owner')
}, 120_000)
afterAll(() => it.close())

const make = async (resource: string, body: object) => fine(await owner.post(`/api/admin/${resource}`, body)).body
const view = async (url: string) => fine(await it.guest.post('/api/product', { url })).body
type Line = { name: string; value: string }
const lines = (fields: Line[] = []) => Object.fromEntries(fields.map(({ name, value }) => [name, value]))

describe('plugin fields shown on a product', () => {
  test('are in the response under their names, and in a list with their labels', async () => {
    const brand = await make('brand', { title: 'Forest', url: 'forest' })
    await make('product', {
      name: 'Oak board',
      sku: 'OAK',
      url: 'oak',
      stocks: [{ price: '10.00' }],
      material: 'Oak',
      deposit: '5',
      felled_on: '2026-01-31',
      finish: 'oiled',
      treated: true,
      care: '<p>Dust it</p><script>x</script>',
      source_brand_id: brand.id,
      shares: [1, 2],
      supplier_code: 'secret-7',
    })
    const productPage = await view('oak')
    expect(productPage).toMatchObject({
      material: 'Oak',
      deposit: '5.00',
      felled_on: '2026-01-31',
      finish: 'oiled',
      treated: true,
      care: '<p>Dust it</p>',
      source_brand_id: brand.id,
      source_brand_name: 'Forest',
      shares: [1, 2],
    })
    expect(JSON.stringify(productPage)).not.toContain('secret-7')
    expect(productPage.fields).toEqual([
      { name: 'material', label: 'Material', type: 'text', value: 'Oak' },
      { name: 'deposit', label: 'Deposit', type: 'money', value: '5.00' },
      { name: 'felled_on', label: 'Felled on', type: 'date', value: '2026-01-31' },
      { name: 'finish', label: 'Finish', type: 'text', value: 'Finish oiled' },
      { name: 'treated', label: 'Treated', type: 'text', value: 'Yes' },
      { name: 'care', label: 'Care', type: 'html', value: '<p>Dust it</p>' },
      { name: 'source_brand_id', label: 'Source brand id', type: 'text', value: 'Forest' },
    ])
    expect(Object.keys(productPage)).not.toContain('shown')
    const [card] = fine(await it.guest.get('/api/product')).body.data
    expect(card).toMatchObject({ material: 'Oak', source_brand_name: 'Forest' })
    expect(lines(card.fields)).toEqual({ material: 'Oak', source_brand_id: 'Forest' })
    expect(card).not.toHaveProperty('deposit')
  })

  test('have no entry when empty, and their default on products older than the plugin', async () => {
    await make('product', { name: 'Plain', sku: 'PLAIN', url: 'plain', stocks: [{ price: '10.00' }] })
    const { fields, material, finish } = await view('plain')
    expect([material, finish]).toEqual([null, 'raw'])
    expect(lines(fields)).toEqual({ finish: 'Finish raw', treated: 'No' })
  })

  test('follow changes, and a disabled related record is neither named nor referenced', async () => {
    const brand = await make('brand', { title: 'Shut', url: 'shut' })
    const { id } = await make('product', { name: 'A', sku: 'A-1', url: 'a-1', stocks: [{ price: '1.00' }], source_brand_id: brand.id })
    expect(await view('a-1')).toMatchObject({ source_brand_name: 'Shut' })
    fine(await owner.put(`/api/admin/brand/${brand.id}`, { title: 'Shut down' }))
    await it.kernel.flushPostCommit()
    expect(await view('a-1')).toMatchObject({ source_brand_name: 'Shut down' })
    fine(await owner.put(`/api/admin/brand/${brand.id}`, { enabled: false }))
    fine(await owner.put(`/api/admin/product/${id}`, { material: 'Ash' }))
    await it.kernel.flushPostCommit()
    const productPage = await view('a-1')
    expect(productPage).toMatchObject({ material: 'Ash', source_brand_id: null, source_brand_name: null })
    expect(lines(productPage.fields)).not.toHaveProperty('source_brand_id')
  })

  test('are described as optional properties with their schemas', () => {
    const { schemas } = openApi(it.app.http).components
    const { properties, required } = schemas.product_page as { properties: Record<string, { anyOf?: object[] }>; required: string[] }
    expect(properties.material?.anyOf).toContainEqual(expect.objectContaining({ type: 'string' }))
    expect(properties.source_brand_name).toBeDefined()
    expect(properties.supplier_code).toBeUndefined()
    expect(required).not.toContain('material')
    expect(required).toContain('sku')
    expect((schemas.product_card as { properties: object }).properties).toHaveProperty('material')
  })
})

test('brands and categories show plugin fields as well', async () => {
  await make('brand', { title: 'Old', url: 'old', founded: 1890 })
  await make('category', { title: 'Boards', url: 'boards', aisle: 'B7' })
  const brand = fine(await it.guest.post('/api/brand', { url: 'old' })).body
  expect([brand.founded, lines(brand.fields)]).toEqual([1890, { founded: '1890' }])
  const category = fine(await it.guest.post('/api/category', { url: 'boards' })).body
  expect([category.aisle, lines(category.fields)]).toEqual(['B7', { aisle: 'B7' }])
})
