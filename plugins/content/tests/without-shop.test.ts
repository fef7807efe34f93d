import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { migrate, migrationStatus } from '../../../cli/migrate/migrate.ts'
import { migrationSources } from '../../../cli/start/boot.ts'
import { loadPlugins } from '../../../cli/start/load.ts'

const shop = suite(['content'])

const made = async (resource: string, input: object) => {
  const { status, body } = await shop.owner.post(`/api/admin/${resource}`, input)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

test('a site without a shop edits pages, menus and articles, and none of them offers products', async () => {
  expect(shop.it.kernel.registry.plugins.map((p) => p.id)).toEqual(['core', 'content'])
  const article = await made('article', { title: 'Open day', url: 'open-day', content: '<p>Come.</p>' })
  expect(article).not.toHaveProperty('products')
  const refused = await shop.owner.post('/api/admin/article', { title: 'x', url: 'x', content: '<p>x</p>', products: [1] })
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['products']])
  expect((await shop.guest.post('/api/article', { url: 'open-day' })).body).toMatchObject({ title: 'Open day', products: [] })
  await made('page', { title: 'About', url: 'about' })
  await made('menu', { title: 'About', type: 'page', url: 'about' })
  expect((await shop.guest.post('/api/menu', { url: 'about' })).body).toMatchObject({ to: '/about', products: [] })
})

test('product widgets are empty, and the sitemap lists what there is', async () => {
  for (const [type, data] of [
    ['products_new', {}],
    ['products_by_ids', { ids: [1, 2] }],
    ['products_by_category', { url: 'tea' }],
    ['brands', {}],
  ] as const)
    expect((await shop.guest.post('/api/widget', { type, data })).body, type).toEqual([])
  await made('page', { title: 'Visit', url: 'visit' })
  const index = (await shop.guest.get('/api/sitemap')).body as string
  expect(index).toContain('/sitemap/page-1.xml')
  expect(index).not.toMatch(/product|category-1/)
  expect((await shop.guest.get('/api/sitemap/product-1.xml')).body).not.toContain('<loc>')
})

test('the sample data without a shop is created once', async () => {
  const { kernel, ctx } = shop.it
  const seed = async () => {
    for (const plugin of kernel.registry.plugins) await plugin.seed?.(ctx, 'small')
    return kernel.db.one<{ articles: number; categories: number }>(sql`select (select count(*) from article) as articles,
      (select count(*) from menu where type = 'category') as categories`)
  }
  const first = await seed()
  expect(first?.articles).toBeGreaterThan(1)
  expect(first?.categories).toBe(0)
  expect(await seed()).toEqual(first)
}, 60_000)

test('enabling the shop later adds its foreign keys, and removing it leaves the content unchanged', async () => {
  const { kernel, url } = shop.it
  const keys = async () =>
    (
      await kernel.db.rows<{ name: string }>(
        sql`select conname as name from pg_constraint where conname like '%_product_product_id_fkey' order by 1`,
      )
    )
      .map((row) => row.name)
      .filter((name) => /^(article|menu)_/.test(name))
  const sources = async (...ids: string[]) => migrationSources(await loadPlugins(ids))
  expect(await keys()).toEqual([])
  const applied = await migrate({ url, sources: await sources('content', 'currency', 'catalogue') })
  expect(applied.at(-1)).toBe('content+catalogue/0001_products')
  expect(await keys()).toEqual(['article_product_product_id_fkey', 'menu_product_product_id_fkey'])
  const left = await migrationStatus({ url, sources: await sources('content') })
  expect(left.filter(({ state }) => state === 'missing')).toEqual([])
  expect(left.find(({ name }) => name.startsWith('content+'))?.state).toBe('absent')
})
