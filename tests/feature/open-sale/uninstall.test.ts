import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineResource, definePlugin, extendResource, f, sql, type Kernel } from 'stoa'
import { product } from 'stoa/plugins/catalogue'
import { findDrift } from '../../../cli/migrate/drift.ts'
import { dropRights, getRights } from '../../../cli/migrate/dropped-rights.ts'
import { dropPluginFields } from '../../../cli/migrate/dropped-fields.ts'
import { dropPluginFiles } from '../../../cli/migrate/dropped-files.ts'
import { migrate, rollback } from '../../../cli/migrate/migrate.ts'
import { filesDir } from '../../../core/file/folder-store.ts'
import { type Client, type TestApp, testApp } from '../../support/app.ts'
import { form } from '../../support/multipart.ts'
import { fine, openShop, type Shop } from '../../support/selling-shop.ts'
import { boxOffice } from './box-office.ts'

/**
 * The box office plugin with everything a plugin may contribute: tables, a list, a menu, permissions, a private file of its rows, and a
 * field on another resource.
 */
const show = defineResource({
  name: 'show',
  fields: {
    title: f.text({ list: true }),
    price: f.money(),
    seats: f.int({ min: 0 }),
    poster: f.maybe(f.privateFile({ accept: ['any'] })),
  },
})
const whole = definePlugin({
  ...boxOffice,
  requires: [...(boxOffice.requires ?? []), 'catalogue'],
  resources: [show],
  extend: [extendResource(product, { fields: { show_id: f.maybe(f.one('show')) } })],
  permissions: ['close box office'],
  admin: { sections: [{ id: 'box-office', order: 1 }], menu: [{ section: 'box-office', resource: 'show' }] },
})
const BASE_PLUGINS = ['sales', 'inventory', 'fulfilment', 'returns']
const sources = [{ id: 'box-office', dir: join(import.meta.dirname, 'migrations') }]

let before: TestApp
let shop: Shop
beforeAll(async () => {
  before = await testApp(BASE_PLUGINS)
  shop = await openShop({ extra: [whole] })
  await migrate({ url: shop.it.url, sources })
})
afterAll(async () => {
  await shop.it.close()
  await before.close()
})

const listTables = async ({ db }: Kernel) =>
  (
    await db.rows<{ name: string }>(sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`)
  ).map(({ name }) => name)
const getMenu = async (client: Client) => JSON.stringify((await client.get('/api/admin/manifest')).body.menu)
/** Signs in as the owner, on any app over the same database. */
const signInOwner = async (it: TestApp) =>
  it.as((await it.guest.post('/api/admin/login', { email: 'staff1@shop.test', password: 'a long password' })).body.token)

test('a plugin with sales, permissions and documents is uninstalled, and only its orders remain', async () => {
  const { it, owner } = shop
  const { kernel } = it
  const sent = form({ type: 'file', private: '1', file: Buffer.from('%PDF-1.4 a poster') })
  const poster = fine(await owner.post('/api/admin/upload', sent.body, sent.headers)).body
  const made = fine(await owner.post('/api/admin/show', { title: 'Evening show', price: '200.00', seats: 5, poster: poster.id })).body
  const stocks = [{ sku: 'SOUVENIR', price: '9.00' }]
  fine(await owner.post('/api/admin/product', { name: 'Souvenir', sku: 'SOUVENIR', url: 'souvenir', show_id: made.id, stocks }))
  fine(await owner.post('/api/admin/role', { name: 'usher', permission_list: ['get show', 'get product', 'close box office'] }))
  expect(await getMenu(owner)).toContain('/admin/show')
  const cart = fine(await it.guest.post('/api/cart/item', { kind: 'seat', subject_id: made.id, quantity: 2 })).body
  const guest = { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' }
  const placedOrder = fine(await it.guest.post('/api/checkout', { cart_id: cart.cart_id, guest, payment_method: 'bank' })).body
  const left = fine(await it.guest.post('/api/cart/item', { kind: 'seat', subject_id: made.id, quantity: 1 })).body
  await it.jobs()
  const file = await kernel.db.one<{ path: string }>(sql`select path from file where claimed_by = 'show'`)
  const bytes = join(filesDir(kernel), file?.path ?? 'none')
  expect(existsSync(bytes)).toBe(true)

  await rollback({ url: it.url, sources, of: 'box-office' })
  expect(await dropPluginFiles(kernel.config, it.url, whole)).toBe(1)
  expect(existsSync(bytes)).toBe(false)
  expect(await dropPluginFields(it.url, 'box-office')).toBe(1)
  expect(
    await dropRights(
      it.url,
      getRights(
        kernel.registry.plugins.filter(({ id }) => id !== 'core'),
        'box-office',
      ),
    ),
  ).toBe(1)

  const without = await testApp(BASE_PLUGINS, { url: it.url })
  try {
    expect(await listTables(without.kernel)).toEqual(await listTables(before.kernel))
    expect(await findDrift(without.kernel)).toEqual([])
    expect(await without.kernel.db.rows(sql`select 1 from file where claimed_by = 'show'`)).toEqual([])
    expect(await without.kernel.db.rows(sql`select id from product where ext ? 'box-office'`)).toEqual([])
    const boss = await signInOwner(without)
    expect(await getMenu(boss)).toBe(await getMenu(await before.staff('owner')))
    expect((await boss.get('/api/admin/show')).status).toBe(404)
    expect([...without.kernel.registry.permissions.keys()].filter((right) => /show|box office/.test(right))).toEqual([])
    expect(await without.kernel.db.rows(sql`select permission_list from role where name = 'usher'`)).toEqual([
      { permission_list: ['get product'] },
    ])
    const refused = await boss.post('/api/admin/role', { name: 'again', permission_list: ['close box office'] })
    expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['permission_list']])
    expect(fine(await without.guest.post('/api/cart', { cart_id: left.cart_id })).body.items).toEqual([])
    const [order] = (await boss.get(`/api/admin/order?q=${placedOrder.order_number}`)).body.data
    expect(fine(await boss.get(`/api/admin/order/${order.id}`)).body).toMatchObject({
      total: '400.00',
      lines: [{ kind: 'seat', quantity: 2 }],
    })
    fine(await boss.post(`/api/admin/order/${order.id}/cancel`, { reason: 'No box office any more' }))
  } finally {
    await without.close()
  }
})
