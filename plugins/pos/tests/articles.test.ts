import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, openCounter, createWorker } from './counter.ts'

/** Data that a device stores to sell offline: articles, the store and permissions. */
let shop: Counter
beforeAll(async () => {
  shop = await openCounter(['service'])
})
afterAll(() => shop.it.close())

const at = (path: string, store = shop.store) => `/api/admin/store/${store}/${path}`
const articles = async (query = '', store = shop.store) => fine(await shop.owner.get(at(`article${query}`, store))).body
const article = async (id: number, query = '', store = shop.store) =>
  (await articles(query, store)).data.find((row: { id: number }) => row.id === id)
const storeWith = async (code: string, more: object) =>
  fine(await shop.owner.post('/api/admin/store', { code, name: { 'en-US': code, 'zh-HK': '東店' }, ...more })).body.id as number

test('an article has its name, regular price and current price, in the language of the reader', async () => {
  const stock = await shop.stock(4, '100.00', { name: { 'en-US': 'Green tea', 'zh-HK': '綠茶' } })
  await shop.it.kernel.db.run(sql`update stock set barcode = '4006381333931', special_price_minor = 8050 where id = ${stock}`)
  expect(await article(stock)).toMatchObject({
    ...{ name: 'Green tea', choice: '', price: '100.00', pay: '80.50', barcode: '4006381333931', image: null, available: 4 },
  })
  expect((await article(stock, '?language=zh-HK')).name).toBe('綠茶')
  expect((await article(stock, '?language=zh-CN')).name).toBe('Green tea')
})

test('a till lists top-level categories in order, and an article its categories with their parents', async () => {
  const category = async (more: object) => fine(await shop.owner.post('/api/admin/category', more)).body.id as number
  const drinks = await category({ title: { 'en-US': 'Drinks', 'zh-HK': '飲品' }, url: 'drinks', order: 2 })
  const cups = await category({ title: { 'en-US': 'Cups' }, url: 'cups', order: 1 })
  const tea = await category({ title: { 'en-US': 'Tea' }, url: 'tea', parent_id: drinks })
  await category({ title: { 'en-US': 'Hidden' }, url: 'hidden', visibled: false })
  const stock = await shop.stock(4, '100.00', { categories: [tea] })
  expect(fine(await shop.owner.get(at('till?language=zh-HK'))).body.categories).toEqual([
    { id: cups, title: 'Cups' },
    { id: drinks, title: '飲品' },
  ])
  expect((await article(stock)).categories).toEqual([drinks, tea])
})

test('hidden, deleted and application-only products are not articles; a directly sold service is one', async () => {
  const [visibleStock, hidden, off, deletedStock] = [
    await shop.stock(1),
    await shop.stock(1, '1.00', { visibled: false }),
    await shop.stock(1),
    await shop.stock(1),
  ]
  await shop.it.kernel.db.run(sql`update stock set visibled = false where id = ${off}`)
  await shop.it.kernel.db.run(sql`update stock set deleted_at = now() where id = ${deletedStock}`)
  const [service, byApplication] = [await shop.stock(1, '9.00', { type: 'service' }), await shop.stock(1, '9.00', { type: 'service' })]
  await shop.it.kernel.db.run(
    sql`update product set by_application = true where id = (select product_id from stock where id = ${byApplication})`,
  )
  const ids = (await articles()).data.map(({ id }: { id: number }) => id)
  expect(ids.filter((id: number) => [visibleStock, hidden, off, deletedStock, service, byApplication].includes(id))).toEqual([
    visibleStock,
    service,
  ])
})

test('a store reports unreserved stock of its warehouse, one without a warehouse that of all; untracked stock is null', async () => {
  const stock = await shop.stock(5)
  const north = fine(await shop.owner.post('/api/admin/warehouse', { code: 'north', name: 'North' })).body.id
  await shop.it.kernel.db.run(sql`insert into inventory (stock_id, warehouse_id, quantity) values (${stock}, ${north}, 2)`)
  await shop.buy(stock, 1)
  const [northStore, none] = [await storeWith('north', { warehouse_id: north }), await storeWith('bare', {})]
  const availability = [await article(stock), await article(stock, '', northStore), await article(stock, '', none)].map(
    ({ available }) => available,
  )
  expect(availability.slice(0, 2).reduce((sum, n) => sum + n, 0)).toBe(6)
  expect(availability[2]).toBe(6)
  const free = await shop.stock(3, '1.00', { track_inventories: false })
  expect((await article(free)).available).toBeNull()
})

test('articles are paged by the last id, and the mark of another page does not match', async () => {
  const [first, second] = [await shop.stock(1), await shop.stock(1)]
  const all = await articles()
  const after = await articles(`?after=${first}`)
  expect(after.data.map(({ id }: { id: number }) => id)).toEqual(
    all.data.map(({ id }: { id: number }) => id).filter((id: number) => id > first),
  )
  expect((await articles(`?after=${first}&known=${all.mark}`)).same).toBe(false)
  expect((await articles(`?after=${first}&known=${after.mark}`)).same).toBe(true)
  expect(await articles(`?after=${second}`)).toMatchObject({ data: [], next: null, same: false })
  expect((await shop.owner.get(at('article?after=-1'))).status).toBe(422)
  // Another language has other names and so another mark, and a changed price changes the mark as well.
  expect((await articles(`?known=${all.mark}&language=zh-HK`)).same).toBe(false)
  expect((await articles(`?known=${all.mark}`)).same).toBe(true)
  await shop.it.kernel.db.run(sql`update stock set price_minor = price_minor + 1 where id = ${second}`)
  expect((await articles(`?known=${all.mark}`)).same).toBe(false)
})

test('a page has two thousand articles and a cursor for the next one', async () => {
  const product = (await shop.it.kernel.db.one<{ id: number }>(sql`select product_id as id from stock where id = ${await shop.stock(1)}`))
    ?.id
  const { id: last } = (await shop.it.kernel.db.one<{ id: number }>(sql`select max(id) as id from stock`)) ?? { id: 0 }
  const more = (n: number) =>
    shop.it.kernel.db.run(
      sql`insert into stock (product_id, sku, price_minor, values)
        select ${product}, 'bulk' || g || '-' || ${n}::int, 100, jsonb_build_object('n', g, 'of', ${n}::int) from generate_series(1, ${n}) g`,
    )
  await more(1_999)
  expect((await articles(`?after=${last}`)).next).toBeNull()
  await more(1)
  const full = await articles(`?after=${last}`)
  expect([full.data.length, full.next]).toEqual([2_000, full.data.at(-1).id])
  expect((await articles(`?after=${full.next}`)).data).toEqual([])
})

test('a till returns its store in the language of the reader, its registers in order, and enabled POS payment methods', async () => {
  const store = await storeWith('east', { address: { 'en-US': '1 East Road', 'zh-HK': '東道 1 號' }, phone: '+85225400100' })
  for (const [code, enabled] of [
    ['e2', true],
    ['e1', true],
    ['e0', false],
  ] as const)
    fine(await shop.owner.post('/api/admin/pos_register', { code, name: `Counter ${code}`, store_id: store, enabled }))
  fine(await shop.owner.post('/api/admin/payment_method', { code: 'voucher', title: 'Paper voucher', enabled: false }))
  const till = async (query = '') => fine(await shop.owner.get(at(`till${query}`, store))).body
  const view = await till()
  expect(view).toMatchObject({
    currency: 'HKD',
    coin: '0.10',
    tolerance: '20.00',
    store: { address: '1 East Road', phone: '+85225400100' },
  })
  expect(view.registers.map(({ code, session }: any) => [code, session])).toEqual([
    ['e1', null],
    ['e2', null],
  ])
  expect(view.ways).toContainEqual({ code: 'cash', title: 'Cash', cash: true })
  expect(view.ways).toContainEqual({ code: 'card', title: 'Card terminal', cash: false })
  expect(view.ways.map(({ code }: any) => code)).not.toContain('voucher')
  fine(await shop.owner.put('/api/admin/settings/pos', { cash_method: 'card' }))
  const turned = await till('?language=zh-HK')
  expect(turned.ways.filter(({ cash }: any) => cash)).toEqual([{ code: 'card', title: '現金', cash: true }])
  expect(turned.store).toMatchObject({ name: '東店', address: '東道 1 號' })
  fine(await shop.owner.put('/api/admin/settings/pos', { cash_method: 'cash' }))
  expect((await shop.owner.get(at('till?device=my-phone', store))).status).toBe(422)
})

test('a device gets its place in the open session, and another device gets none', async () => {
  const register = await shop.another()
  const drawer = await shop.open(shop.owner, register)
  const sessionAt = async (device: string) =>
    fine(await shop.owner.get(at(`till?device=${device}`))).body.registers.find(({ id }: { id: number }) => id === register).session
  expect(await sessionAt(drawer.device)).toMatchObject({ id: drawer.session, status: 'processing', place: 1, last: 0 })
  expect(await sessionAt(crypto.randomUUID())).toMatchObject({ id: drawer.session, place: 0, last: 0 })
})

test('till permissions follow from the permissions of the user', async () => {
  const clerk = await createWorker(shop, 'pos.editor')
  const lead = await createWorker(shop, 'pos.manager')
  const may = async ({ as }: typeof clerk) => fine(await as.get(at('till'))).body.may
  const clerkMay = {
    sell: true,
    give_back: true,
    open: true,
    close: true,
    reprice: false,
    unproven: false,
    oversell: false,
    cash: false,
    settle: false,
  }
  expect(await may(clerk)).toMatchObject(clerkMay)
  expect(await may(lead)).toMatchObject(Object.fromEntries(Object.keys(clerkMay).map((key) => [key, true])))
})

test('a disabled store is not found on any till route', async () => {
  const store = await storeWith('shut', { enabled: false })
  for (const path of ['till', 'article', 'parked', 'pickup', 'cashier', 'day', 'webmanifest'])
    expect((await shop.owner.get(at(path, store))).status, path).toBe(404)
})

test('a till installs as an app with the name of its store, truncated for the short name', async () => {
  const store = await storeWith('long', { name: { 'en-US': 'The longest name of all' } })
  const answer = await shop.owner.get(at('webmanifest', store))
  expect(answer.headers['content-type']).toContain('application/manifest+json')
  expect(JSON.parse(answer.raw.body)).toMatchObject({
    ...{ name: 'The longest name of all', short_name: 'The longest ', start_url: `/admin/store/pos/new/${store}`, scope: '/admin/' },
  })
})

test('members are found by name, email and phone while their account is enabled', async () => {
  const customer = async (email: string, more: object) =>
    fine(
      await shop.owner.post('/api/admin/customer', {
        email,
        first_name: 'Ka Wai',
        last_name: 'Kwong',
        password: 'a long password',
        ...more,
      }),
    ).body
  const one = await customer('kwong@shop.test', { country_code: '+852', phone: '91234567' })
  const two = await customer('other@shop.test', {})
  const find = async (q: string) =>
    fine(await shop.owner.get(at(`member?q=${encodeURIComponent(q)}`))).body.data.map(({ id }: { id: number }) => id)
  expect(await find('ka wai kwong')).toEqual([two.id, one.id])
  expect(await find('KWONG@')).toEqual([one.id])
  expect(await find('9123')).toEqual([one.id])
  expect(await find('%%')).toEqual([])
  fine(await shop.owner.put(`/api/admin/customer/${two.id}`, { enabled: false, version: two.version }))
  expect(await find('Kwong')).toEqual([one.id])
  expect((await shop.owner.get(at('member?q=k'))).status).toBe(422)
})
