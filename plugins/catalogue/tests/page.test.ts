import { beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from 'stoa'
import { suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { fine } from '../../../tests/support/selling-shop.ts'
import { getAllowed } from '../index.ts'
import { createCatalogueHelpers } from '../../../tests/support/products.ts'

const shop = suite(['catalogue', 'inventory', 'people'])
let warehouse: number
let member: Client
const { make } = createCatalogueHelpers(shop)
const page = async (url: string, more: object = {}, client: Client = shop.guest) =>
  fine(await client.post('/api/product', { url, ...more })).body
let n = 0
const product = (more: object = {}) => {
  const sku = `PAGE-${++n}`
  return make('product', { name: `Pot ${n}`, sku, url: sku.toLowerCase(), stocks: [{ price: '10.00' }], ...more })
}
beforeAll(async () => {
  warehouse = (await make('warehouse', { code: 'main', name: 'Main' })).id
  const customerInput = { email: 'may@shop.test', first_name: 'May', last_name: 'Chan', password: 'a long password' }
  await make('customer', customerInput)
  member = shop.it.as(fine(await shop.guest.post('/api/login', customerInput)).body.token)
})

describe('product specifications', () => {
  test('are in the order of their attributes and in the requested language', async () => {
    const at = { position: ['product'], kind: 'spec' }
    const glaze = await make('attribute', {
      key: 'glaze',
      label: { 'en-US': 'Glaze', 'zh-HK': '釉' },
      order: 1,
      input: 'multi',
      values: [{ label: { 'en-US': 'Celadon', 'zh-HK': '青瓷' } }, { label: { 'en-US': 'White', 'zh-HK': '白' } }],
      ...at,
    })
    const volume = await make('attribute', { key: 'volume', label: 'Volume', input: 'number', order: 2, ...at })
    const vegan = await make('attribute', { key: 'vegan', label: { 'en-US': 'Vegan', 'zh-HK': '純素' }, input: 'bool', order: 3, ...at })
    const care = await make('attribute', { key: 'care', label: 'Care', input: 'text', order: 4, ...at })
    const secret = await make('attribute', { key: 'secret', label: 'Secret', input: 'text', order: 5, kind: 'spec', position: ['search'] })
    const { url } = await product({
      attributes: [
        { attribute_id: care.id, text: 'By hand' },
        { attribute_id: vegan.id, flag: false },
        { attribute_id: secret.id, text: 'Nobody knows' },
        { attribute_id: volume.id, number: '0.75' },
        { attribute_id: glaze.id, values: glaze.values.map((v: { id: number }) => v.id) },
      ],
    })
    const facts = async (language: string) => (await page(url, { language })).facts.map((f: any) => [f.label, f.text])
    expect(await facts('en-US')).toEqual([
      ['Glaze', 'Celadon, White'],
      ['Volume', '0.75'],
      ['Vegan', 'No'],
      ['Care', 'By hand'],
    ])
    expect(await facts('zh-HK')).toEqual([
      ['釉', '青瓷、白'],
      ['Volume', '0.75'],
      ['純素', '否'],
      ['Care', 'By hand'],
    ])
    fine(await shop.owner.put(`/api/admin/attribute/${volume.id}`, { enabled: false }))
    expect((await facts('en-US')).map(([label]: [string]) => label)).not.toContain('Volume')
  })

  test('an attribute without a value for the product is omitted', async () => {
    const note = await make('attribute', { key: 'note', label: 'Note', input: 'text', kind: 'spec', position: ['product'] })
    const { url } = await product({ attributes: [{ attribute_id: note.id }] })
    expect((await page(url)).facts).toEqual([])
  })
})

describe('breadcrumbs and related products', () => {
  test('breadcrumbs follow the first visible category; a disabled brand is omitted', async () => {
    const root = await make('category', { url: 'kitchen', title: { 'en-US': 'Kitchen', 'zh-HK': '廚房' } })
    const cups = await make('category', { url: 'cups', title: 'Cups', parent_id: root.id })
    const secret = await make('category', { url: 'secret', title: 'Secret', visibled: false })
    const brand = await make('brand', { url: 'north', title: { 'en-US': 'North', 'zh-HK': '北' } })
    const { url } = await product({ categories: [secret.id, cups.id], brand_id: brand.id })
    const view = await page(url, { language: 'zh-HK' })
    expect(view.crumbs).toEqual([
      { title: '廚房', url: 'kitchen' },
      { title: 'Cups', url: 'cups' },
    ])
    expect(view.brand).toEqual({ title: '北', url: 'north' })
    fine(await shop.owner.put(`/api/admin/brand/${brand.id}`, { enabled: false }))
    fine(await shop.owner.put(`/api/admin/category/${root.id}`, { visibled: false }))
    expect(await page(url)).toMatchObject({ brand: null, crumbs: [] })
  })

  test('the four newest other visible products of the category are related', async () => {
    const category = await make('category', { url: 'shelf', title: 'Shelf' })
    const on = { categories: [category.id] }
    const all = [await product(on), await product(on), await product(on), await product(on), await product(on), await product(on)]
    await product({ ...on, visibled: false })
    const related = async (i: number) => (await page(all[i].url)).related.map((card: { id: number }) => card.id)
    expect(await related(5)).toEqual([4, 3, 2, 1].map((i) => all[i].id))
    expect(await related(0)).toEqual([5, 4, 3, 2].map((i) => all[i].id))
    fine(await shop.owner.delete(`/api/admin/product/${all[4].id}`))
    expect(await related(5)).toEqual([3, 2, 1, 0].map((i) => all[i].id))
  })

  test('a hidden, deleted or renamed product is not found at its old URL', async () => {
    const { id, url } = await product()
    await page(url)
    fine(await shop.owner.put(`/api/admin/product/${id}`, { visibled: false }))
    expect((await shop.guest.post('/api/product', { url })).status).toBe(404)
    fine(await shop.owner.put(`/api/admin/product/${id}`, { visibled: true, url: 'moved-on' }))
    expect((await shop.guest.post('/api/product', { url })).status).toBe(404)
    fine(await shop.owner.delete(`/api/admin/product/${id}`))
    expect((await shop.guest.post('/api/product', { url: 'moved-on' })).status).toBe(404)
  })
})

describe('stocks on the product page', () => {
  const lies = (quantity: number) => [{ warehouse_id: warehouse, quantity }]
  test('show unreserved inventory, zero without inventory, and no limit for untracked products', async () => {
    const { url } = await product({
      stocks: [
        { price: '10.00', values: { size: 'S' }, inventories: lies(4), stock_notification: 5 },
        { price: '12.00', special_price: '12.00', values: { size: 'M' } },
      ],
    })
    expect((await page(url)).stocks).toMatchObject([
      { all_available_inventories: 4, stock_notification: 5, special_price: null, display_size: 'S' },
      // A special price that is not lower than the price is ignored.
      { all_available_inventories: 0, special_price: null, display_size: 'M' },
    ])
    const free = await product({ track_inventories: false })
    expect((await page(free.url)).stocks[0].all_available_inventories).toBeNull()
    expect((await page(free.url)).track_inventories).toBe(false)
  })

  test('hidden stocks are not shown, and their prices do not count', async () => {
    const { id, url, stocks } = await product({
      stocks: [
        { price: '10.00', values: { size: 'S' } },
        { price: '5.00', values: { size: 'M' } },
      ],
    })
    expect((await page(url)).price).toEqual({ from: '5.00', to: '10.00', was: null })
    fine(await shop.owner.put(`/api/admin/product/${id}`, { stocks: [{ id: stocks[0].id }] }))
    const view = await page(url)
    expect(view.stocks.map((s: { id: number }) => s.id)).toEqual([stocks[0].id])
    expect(view.price).toEqual({ from: '10.00', to: '10.00', was: null })
  })

  test('only the former price of the cheapest stock is shown', async () => {
    const { url } = await product({
      stocks: [
        { price: '20.00', values: { size: 'S' } },
        { price: '50.00', special_price: '30.00', values: { size: 'M' } },
      ],
    })
    expect((await page(url)).price).toEqual({ from: '20.00', to: '30.00', was: null })
  })

  test('texts are sanitized and fall back to the main language, else are empty', async () => {
    const { url } = await product({ description: '<p onclick="x()">Soft<script>alert(1)</script></p>', meta_title: 'Meta' })
    expect(await page(url, { language: 'zh-CN' })).toMatchObject({
      description: '<p>Soft</p>',
      short_description: '',
      meta_title: 'Meta',
      meta_description: '',
    })
  })
})

describe('a members-only shop', () => {
  const rules = (values: Record<string, unknown>) => shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'shop', values, 'en-US')
  test('shows prices to members only: on pages, cards, related products, searches and suggestions', async () => {
    const category = await make('category', { url: 'inside', title: 'Inside' })
    const membersProduct = await product({
      name: 'Membersonly',
      categories: [category.id],
      stocks: [{ price: '47.11', special_price: '38.15' }],
    })
    const two = await product({ name: 'Membersonly too', categories: [category.id], stocks: [{ price: '47.11' }] })
    await rules({ member_only: true })
    try {
      const fetchPages = async (client: Client) =>
        JSON.stringify([
          await page(membersProduct.url, {}, client),
          await page(two.url, {}, client),
          fine(await client.get('/api/product?category=inside')).body,
          fine(await client.post('/api/category', { url: 'inside', facets: 1 })).body,
          fine(await client.post('/api/product/search', { keyword: 'Membersonly' })).body,
          fine(await client.post('/api/product/suggest', { keyword: 'Membersonly' })).body,
        ])
      // The member's request fills the cache first. Member prices must not be served to guests, nor guest pages to members.
      expect(await fetchPages(member)).toContain('38.15')
      expect(await fetchPages(shop.guest)).not.toMatch(/47\.11|38\.15/)
      expect(await fetchPages(member)).toContain('38.15')
      expect((await page(membersProduct.url)).stocks[0]).toMatchObject({ price: null, special_price: null })
      expect(fine(await shop.guest.get('/api/config')).body.config).toMatchObject({ member_only: 1 })
    } finally {
      await rules({ member_only: false })
    }
    expect((await page(membersProduct.url)).price).toMatchObject({ from: '38.15', was: '47.11' })
  })

  test.each([
    // rules, is a member, then visibility of price, cart and checkout
    [{}, false, [true, true, true]],
    [{ guest_checkout: false }, false, [true, true, false]],
    [{ guest_checkout: false }, true, [true, true, true]],
    [{ member_only: true }, false, [false, false, false]],
    [{ member_only: true }, true, [true, true, true]],
    [{ catalog_mode: true }, true, [true, false, false]],
    [{ warehouse_enabled: false }, true, [true, false, false]],
    [{ member_only: true, guest_checkout: false, catalog_mode: true }, true, [true, false, false]],
  ])('%j permits a member (%s) price, cart and checkout %j', (changed, isMember, [price, cart, checkout]) => {
    const all = { catalog_mode: false, member_only: false, guest_checkout: true, warehouse_enabled: true, ...changed }
    const ctx = { kernel: { settings: { of: () => all } }, actor: { kind: isMember ? 'customer' : 'guest' } } as unknown as Ctx
    expect(getAllowed(ctx)).toEqual({ price, cart, checkout })
  })

  test('shop settings are returned as numbers; phone sign-in keeps its legacy value, 0 for on', async () => {
    await rules({ login_via_phone: true, login_validate_email: true, guest_checkout: false })
    expect(fine(await shop.guest.get('/api/config')).body).toEqual({
      config: { catalog_mode: 0, member_only: 0, guest_checkout: 0, login_via_phone: 0, login_validate_email: 1 },
      product: {},
      warehouse_enabled: 1,
    })
    await rules({ login_via_phone: false, login_validate_email: false, guest_checkout: true })
    expect(fine(await shop.guest.get('/api/config')).body.config.login_via_phone).toBe(1)
  })
})
