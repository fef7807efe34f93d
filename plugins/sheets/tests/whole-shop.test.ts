import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listedPlugins, loadPlugins } from '../../../cli/start/load.ts'
import { fillYear } from '../../../cli/year/fill.ts'
import { id, sql } from '../../../core/db/sql.ts'
import { storeFile } from '../../../core/file/files.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { packShop, unpackShop } from '../cli/shop-archive.ts'
import { exportShop } from '../transfer/export-shop.ts'
import { importShop } from '../transfer/import-shop.ts'
import { transferOrder } from '../transfer/order.ts'
import { readShop, type ShopRows, UNCOMPARED } from './read-shop.ts'

let from: TestApp
let to: TestApp
let folder: string
/** The export files of a shop, and their rows. */
let source: { at: string; rows: ShopRows }
let target: { at: string; rows: ShopRows }

const queryOne = <T extends object>(app: TestApp, query: ReturnType<typeof sql>) => app.kernel.db.one<T>(query)
const refused = new Map<string, unknown>()
const SECRET = 'sk_test_51NotForOtherShops'

beforeAll(async () => {
  from = await testApp()
  to = await testApp()
  // Start the sequences higher, so that no id is equal in both shops.
  await to.kernel.db.rows(
    sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, 70000) from pg_sequences where schemaname = 'public'`,
  )
  folder = await mkdtemp(join(tmpdir(), 'stoa-shop-'))
  await fillYear(from.kernel, await loadPlugins(listedPlugins([])), { orders: 25, tell: () => undefined })
  await from.kernel.settings.load()
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#7c4' } })
    .png()
    .toBuffer()
  const { path } = await storeFile(from.kernel, from.kernel.db, { bytes, name: 'Leaf.png', type: 'image', trusted: true })
  const brand = await queryOne<{ id: number }>(from, sql`select id from brand order by id limit 1`)
  await from.kernel.resources.update(from.ctx, 'brand', brand?.id ?? 0, { image: path })
  const customer = await queryOne<{ id: number }>(from, sql`select id from customer order by id limit 1`)
  await from.kernel.resources.update(from.ctx, 'customer', customer?.id ?? 0, { password: 'a long password' })
  const method = {
    title: { 'en-US': 'Card' },
    code: 'card_secret',
    provider: 'stripe',
    enabled: false,
    secret_key: SECRET,
    publishable_key: 'pk_test_51ForBuyers',
  }
  await from.kernel.resources.create(from.ctx, 'payment_method', method as never)
  await nameRows()
  source = { at: join(folder, 'source'), rows: new Map() }
  await exportShop(from.ctx, source.at, () => undefined)
  source.rows = await readShop(from.kernel, source.at)
  await importShop(to.ctx, source.at, {
    onSheet: (resource, { summary, errors }) => {
      if (summary.error > 0) refused.set(resource, errors)
      else refused.delete(resource)
    },
    onSettings: (settings) => {
      for (const { setting, error } of settings) refused.set(setting, error)
    },
  })
  target = { at: join(folder, 'target'), rows: new Map() }
  await exportShop(to.ctx, target.at, () => undefined)
  target.rows = await readShop(to.kernel, target.at)
}, 600_000)
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await Promise.all([from.close(), to.close()])
})

/** Creates rows whose JSON refers to other rows. */
async function nameRows(): Promise<void> {
  const { resources } = from.kernel
  const first = async (table: 'product' | 'category' | 'crm_tag' | 'crm_group' | 'topic' | 'landing_page') =>
    (await queryOne<{ id: number }>(from, sql`select id from ${id(table)} order by id desc limit 1`))?.id ?? 0
  const [product, category] = [await first('product'), await first('category')]
  const conditions = [[{ type: 'products', value: { products: [product] } }]]
  const actions = [{ type: 'percent_lines', value: { percent: '10', categories: [category] } }]
  await resources.create(from.ctx, 'promotion', { title: { 'en-US': 'Named rows' }, conditions, actions } as never)
  await resources.create(from.ctx, 'group', { name: 'Tagged', kind: 'dynamic', filter: { tags: String(await first('crm_tag')) } } as never)
  const include = [
    { kind: 'groups', chosen: { groups: [await first('crm_group')] } },
    { kind: 'contacts', chosen: { filter: { tags: String(await first('crm_tag')) } } },
  ]
  await resources.create(from.ctx, 'broadcast', {
    title: 'To groups',
    topic_id: await first('topic'),
    audience: { include, exclude: [] },
  } as never)
  const productList = { type: 'product_list', props: { id: 'shown', products: [product] } }
  await resources.update(from.ctx, 'landing_page', await first('landing_page'), {
    elements: { root: { props: {} }, content: [productList], zones: {} },
  } as never)
}

test('a shop with a year of history transfers into an empty one, and every resource is equal field by field', () => {
  expect([...refused]).toEqual([])
  for (const { name } of transferOrder(from.kernel.registry)) expect(target.rows.get(name), name).toEqual(source.rows.get(name))
  const rows = [...source.rows.values()].reduce((all, list) => all + list.length, 0)
  expect(rows).toBeGreaterThan(400)
})

test('every field excluded from the comparison exists', () => {
  const columns = Object.entries(UNCOMPARED).flatMap(([resource, fields]) => Object.keys(fields).map((field) => [resource, field]))
  const unknown = columns.filter(([resource = '', field = '']) => !from.kernel.registry.resources.get(resource)?.byName.has(field))
  expect(unknown).toEqual([])
})

test('settings transfer without secrets', () => {
  expect(target.rows.get('settings')).toEqual(source.rows.get('settings'))
  expect(source.rows.get('settings')?.length).toBeGreaterThan(5)
  const secrets = [...from.kernel.registry.settings].flatMap(([group, { fields }]) =>
    Object.entries(fields).flatMap(([name, field]) => (field['x-field'].secret ? [`${group}.${name}`] : [])),
  )
  expect(secrets.length).toBeGreaterThan(0)
  expect(JSON.stringify([...(source.rows.get('settings') ?? [])])).not.toMatch(new RegExp(secrets.map((name) => `"${name}"`).join('|')))
})

test('published records are published again in the target shop', async () => {
  for (const table of ['landing_page', 'announcement', 'promotion'] as const) {
    const before = source.rows.get(table)?.map((row) => row.status)
    expect(before).toContain('published')
    expect(target.rows.get(table)?.map((row) => row.status)).toEqual(before)
  }
})

test('JSON references point to the same records in the target shop, whatever their ids', async () => {
  const promotion = await queryOne<{ products: number[]; sku: string }>(
    to,
    sql`select p.conditions->0->0->'value'->'products' as products, (select sku from product where id = (p.conditions->0->0->'value'->'products'->>0)::bigint) as sku
      from promotion p where p.title->>'en-US' = 'Named rows'`,
  )
  const newest = await queryOne<{ sku: string }>(from, sql`select sku from product order by id desc limit 1`)
  expect(promotion?.sku).toBe(newest?.sku)
  expect(promotion?.products[0]).toBeGreaterThan(70_000)
  expect(
    await queryOne(
      to,
      sql`select count(*)::int as n from crm_group g join crm_tag t on t.id = (g.filter->>'tags')::bigint where g.name = 'Tagged'`,
    ),
  ).toEqual({ n: 1 })
})

test('orders transfer as history: they count, cannot be edited, move no stock and send no email', async () => {
  const paid = (app: TestApp) =>
    queryOne(
      app,
      sql`select count(*)::int as orders, sum(base_total_minor)::bigint as total from sales_order
    where status <> 'draft' and placed_at is not null and (status = 'refunded' or paid_minor > 0) and status <> 'canceled'`,
    )
  expect(await queryOne(to, sql`select count(*)::int as n from reservation`)).toEqual({ n: 0 })
  expect(await paid(to)).toEqual(await paid(from))
  expect(await queryOne(to, sql`select count(*)::int as n from sales_order where imported_from is null`)).toEqual({ n: 0 })
  expect(await queryOne(to, sql`select count(*)::int as n from mail`)).toEqual({ n: 0 })
})

test('stock transfers as counted, with lots and expiry dates', async () => {
  const stock = (app: TestApp) =>
    app.kernel.db.rows(sql`select w.code, s.sku, i.lot_code, i.expiry_date, sum(i.quantity)::int as quantity
    from inventory i join warehouse w on w.id = i.warehouse_id join stock s on s.id = i.stock_id where i.quantity <> 0 group by 1, 2, 3, 4 order by 1, 2, 3, 4`)
  const there = await stock(to)
  expect(there.length).toBeGreaterThan(5)
  expect(there).toEqual(await stock(from))
})

test('private files stay private, and images and library folders transfer', async () => {
  const books = await to.kernel.db.rows<{ path: string; is_private: boolean }>(
    sql`select f.path, f.is_private from ebook b, jsonb_each_text(b.file) e join file f on f.path = e.value`,
  )
  expect(books.length).toBeGreaterThan(0)
  expect(books.every(({ is_private }) => is_private)).toBe(true)
  expect(await queryOne(to, sql`select file.name from brand join file on file.path = brand.image where file.name = 'Leaf.png'`)).toEqual({
    name: 'Leaf.png',
  })
  const folders = (app: TestApp) =>
    app.kernel.db.rows(sql`select f.name, d.name as folder from file f join folder d on d.id = f.folder_id order by 1, 2`)
  expect(await folders(to)).toEqual(await folders(from))
})

test('loyalty points and consents with their dates transfer unchanged', async () => {
  const points = (app: TestApp) =>
    app.kernel.db.rows(sql`select c.email, l.expires_at, sum(l.remaining)::int as points from points_lot l join customer c using (person_id)
    where l.remaining > 0 and (l.expires_at is null or l.expires_at > now()) group by 1, 2 order by 1, 2`)
  expect((await points(from)).length).toBeGreaterThan(0)
  expect(await points(to)).toEqual(await points(from))
  const consents = (app: TestApp) =>
    app.kernel.db.rows(
      sql`select c.address_norm, c.topic, c.state, c.at, c.source, p.email from consent c left join person p on p.id = c.person_id order by 1, 2, 4`,
    )
  expect(await consents(to)).toEqual(await consents(from))
})

test('no password, session or secret is in the files', async () => {
  const hashes = await from.kernel.db.rows<{ hash: string }>(sql`select password_hash as hash from account where password_hash is not null
    union all select password_hash from customer where password_hash is not null limit 20`)
  expect(hashes.length).toBeGreaterThan(0)
  const text = JSON.stringify([...source.rows])
  expect(text).toContain('pk_test_51ForBuyers')
  expect(text).not.toContain(SECRET)
  for (const { hash } of hashes) expect(text).not.toContain(hash)
  expect(await queryOne(to, sql`select count(*)::int as n from customer where password_hash is not null`)).toEqual({ n: 0 })
})

test('running the transfer again changes nothing, from an archive or a folder', async () => {
  const archive = join(folder, 'shop.tar.gz')
  await packShop(source.at, archive)
  const unpacked = join(folder, 'unpacked')
  await unpackShop(archive, unpacked)
  expect((await readdir(unpacked, { recursive: true })).sort()).toEqual((await readdir(source.at, { recursive: true })).sort())
  const files = await queryOne(to, sql`select count(*)::int as n from file`)
  const changed: string[] = []
  await importShop(to.ctx, unpacked, {
    onSheet: (resource, { summary }) => {
      if (summary.create + summary.change + summary.error > 0) changed.push(`${resource}: ${JSON.stringify(summary)}`)
    },
  })
  expect(changed).toEqual([])
  expect(await queryOne(to, sql`select count(*)::int as n from file`)).toEqual(files)
}, 120_000)
