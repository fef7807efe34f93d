import { describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'
import {
  findChosenProducts,
  hasBought,
  isStockOfProducts,
  findExistingCategoryIds,
  linkSql,
  lockStocks,
  readProductPlaces,
  setCosts,
  SHOWCASE,
  findSoldProducts,
  findStockByCode,
  findStocksBySku,
  saveSoldCounts,
} from '../index.ts'
import { createCatalogueHelpers } from '../../../tests/support/products.ts'

const shop = suite(['catalogue', 'inventory'])
const { make, product, ctx, db, rules } = createCatalogueHelpers(shop)

describe('a scanned code', () => {
  const found = (code: string) => shop.it.kernel.transaction((tx) => findStockByCode(tx, code))
  test('matches a stock by SKU before any barcode, whichever was created first', async () => {
    const {
      stocks: [barred],
    } = await product({ stocks: [{ price: '1.00', sku: 'CODE-1', barcode: '4006381333931' }] })
    const {
      stocks: [named],
    } = await product({ stocks: [{ price: '1.00', sku: '4006381333931', barcode: 'B-2' }] })
    expect(await found('4006381333931')).toEqual({ id: named.id })
    expect(await found('CODE-1')).toEqual({ id: barred.id })
    expect(await found('B-2')).toEqual({ id: named.id })
    expect(await found('code-1')).toBeUndefined()
    expect(await found('')).toBeUndefined()
  })

  test('matches nothing after its product was deleted', async () => {
    const { id } = await product({ stocks: [{ price: '1.00', sku: 'GONE-1' }] })
    fine(await shop.owner.delete(`/api/admin/product/${id}`))
    expect(await found('GONE-1')).toBeUndefined()
    expect(await shop.it.kernel.transaction((tx) => findStocksBySku(tx, ['GONE-1']))).toEqual([])
  })
})

describe('product categories and brands', () => {
  test('include all parent categories, visible or not, and the brand', async () => {
    const top = await make('category', { title: 'Top', url: 'w-top' })
    const middle = await make('category', { title: 'Middle', url: 'w-middle', parent_id: top.id, visibled: false })
    const low = await make('category', { title: 'Low', url: 'w-low', parent_id: middle.id })
    const brand = await make('brand', { title: 'North', url: 'w-north' })
    const [first, two] = [await product({ categories: [low.id], brand_id: brand.id }), await product()]
    const places = await readProductPlaces(db(), [first.id, two.id])
    expect(places.map(({ id, brand: brandId, categories }) => [id, brandId, [...categories].sort((a, b) => a - b)])).toEqual([
      [first.id, brand.id, [top.id, middle.id, low.id]],
      [two.id, null, []],
    ])
    expect(await findExistingCategoryIds(db(), [low.id, 999_999, top.id])).toEqual([top.id, low.id])
  })
})

describe('selecting products to show', () => {
  const urls = async (choice: Parameters<typeof findChosenProducts>[1], limit = 10) =>
    (await findChosenProducts(ctx(), choice, limit)).map(({ url }) => url)
  test('selected products keep the given order; hidden and deleted ones are left out', async () => {
    const [a, b, c] = [await product(), await product({ visibled: false }), await product()]
    expect(await urls({ ids: [c.id, b.id, 999_999, a.id] })).toEqual([c.url, a.url])
    expect(await urls({ ids: [c.id, a.id] }, 1)).toEqual([c.url])
    expect(await urls({ ids: [] })).toEqual([])
  })

  test('products of a flag or of a category with its subcategories are sorted newest first; a hidden category has none', async () => {
    const top = await make('category', { title: 'Show', url: 'show' })
    const below = await make('category', { title: 'Below', url: 'show-below', parent_id: top.id })
    const [a, b] = [
      await product({ categories: [top.id], is_featured: true }),
      await product({ categories: [below.id], is_featured: true }),
    ]
    expect(await urls({ category: 'show' })).toEqual([b.url, a.url])
    expect(await urls({ flag: 'featured' }, 1)).toEqual([b.url])
    expect(await urls({ category: 'nowhere' })).toEqual([])
    fine(await shop.owner.put(`/api/admin/product/${b.id}`, { is_featured: false }))
    expect(await urls({ flag: 'featured' })).toEqual([a.url])
    fine(await shop.owner.put(`/api/admin/category/${top.id}`, { visibled: false }))
    expect(await urls({ category: 'show-below' })).toEqual([])
  })

  test('members-only shops list no public pages; a link resolves only to a visible product', async () => {
    const { id, url } = await product({ name: { 'en-US': 'Linked', 'zh-HK': '連結' } })
    const { addresses } = shop.it.kernel.get(SHOWCASE)
    const count = async (resource: 'product' | 'category') => (await db().rows(addresses[resource](ctx()))).length
    const link = () => db().one<{ to: object | null }>(sql`select ${linkSql(ctx('zh-HK'), sql`${id}::bigint`)} as to`)
    expect((await link())?.to).toEqual({ name: '連結', url })
    expect([(await count('product')) > 0, (await count('category')) > 0]).toEqual([true, true])
    await rules({ member_only: true })
    expect([await count('product'), await count('category')]).toEqual([0, 0])
    await rules({ member_only: false })
    fine(await shop.owner.delete(`/api/admin/product/${id}`))
    expect((await link())?.to).toBeNull()
  })
})

describe('data from sales and purchasing', () => {
  test('best sellers sort first, and products no longer reported count as unsold', async () => {
    const category = await make('category', { title: 'Sold', url: 'sold' })
    const [a, b, c] = [
      await product({ categories: [category.id] }),
      await product({ categories: [category.id] }),
      await product({ categories: [category.id] }),
    ]
    const best = async () =>
      fine(await shop.guest.post('/api/category', { url: 'sold', sort: 'best' })).body.products.data.map((card: { id: number }) => card.id)
    await shop.it.kernel.transaction((tx) =>
      saveSoldCounts(
        tx,
        new Map([
          [a.id, 5],
          [b.id, 9],
        ]),
      ),
    )
    expect(await best()).toEqual([b.id, a.id, c.id])
    await shop.it.kernel.transaction((tx) => saveSoldCounts(tx, new Map([[c.id, 1]])))
    expect(await best()).toEqual([c.id, b.id, a.id])
    await shop.it.kernel.transaction((tx) => saveSoldCounts(tx, new Map()))
    expect(await best()).toEqual([c.id, b.id, a.id])
  })

  test('without a sales plugin nobody has bought a product; only visible products can be sold', async () => {
    const [a, b] = [await product(), await product({ visibled: false })]
    expect(await hasBought(ctx(), 1, a.id)).toBe(false)
    await shop.it.kernel.transaction(async (tx) => {
      expect(await findSoldProducts(tx, [a.id, b.id, 999_999])).toEqual([a.id])
      expect(await isStockOfProducts(tx, a.stocks[0].id, [a.id])).toBe(true)
      expect(await isStockOfProducts(tx, a.stocks[0].id, [b.id])).toBe(false)
      expect(await isStockOfProducts(tx, a.stocks[0].id, [])).toBe(false)
    })
  })

  test('unit costs are saved for the given stocks, and whether the product has an expiry date is returned', async () => {
    const [a, b] = [await product({ has_expiry_date: true, stocks: [{ price: '1.00', cost: '2.00' }] }), await product()]
    await shop.it.kernel.transaction(async (tx) => {
      expect(await lockStocks(tx, [b.stocks[0].id, a.stocks[0].id, 999_999])).toEqual([
        { id: a.stocks[0].id, cost: 200, dated: true },
        { id: b.stocks[0].id, cost: null, dated: false },
      ])
      await setCosts(tx, [
        { id: a.stocks[0].id, cost: null },
        { id: b.stocks[0].id, cost: 333 },
      ])
    })
    const cost = async (id: number) => fine(await shop.owner.get(`/api/admin/product/${id}`)).body.stocks[0].cost
    expect([await cost(a.id), await cost(b.id)]).toEqual([null, '3.33'])
  })
})
