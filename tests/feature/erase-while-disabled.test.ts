import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { recordPresence } from '../../cli/start/presence.ts'
import { PERSONAL_DATA } from '../../plugins/people/index.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'
import { fine, openShop, type Shop } from '../support/selling-shop.ts'

/** A plugin is disabled while a customer is erased, and enabled again later. */
let shop: Shop
let without: TestApp
let boss: Client
beforeAll(async () => {
  shop = await openShop({}, ['wishlist', 'crm', 'promotion', 'loyalty'])
  await recordPresence(shop.it.kernel)
  const here = shop.it.kernel.registry.plugins.map(({ id }) => id)
  without = await testApp(
    here.filter((id) => id !== 'core' && id !== 'wishlist'),
    { url: shop.it.url },
  )
  const login = { email: 'staff1@shop.test', password: 'a long password' }
  boss = without.as(fine(await without.guest.post('/api/admin/login', login)).body.token)
})
afterAll(async () => {
  await without.app.http.close()
  await without.kernel.close()
  await shop.it.close()
})

/** Creates a customer with a wishlist entry. */
async function wishing(name: string): Promise<{ person: number; wishes: () => Promise<number> }> {
  const email = `${name}@shop.test`
  const form = { email, first_name: name, last_name: 'Ho', password: 'a long password', password_confirmation: 'a long password' }
  const { id } = fine(await shop.it.guest.post('/api/register', form)).body
  const { token } = fine(await shop.it.guest.post('/api/login', { email, password: 'a long password' })).body
  await shop.stock(1)
  const [product] = fine(await shop.owner.get('/api/admin/product?sort=-id&limit=1')).body.data
  fine(await shop.it.as(token).post('/api/wishlist', { product_id: product.id }))
  const row = await shop.it.kernel.db.one<{ person: number }>(sql`select person_id as person from customer where id = ${id}`)
  const wishes = async () => (await shop.it.kernel.db.rows(sql`select 1 from wishlist_item where customer_id = ${id}`)).length
  return { person: row?.person ?? 0, wishes }
}

test('data of a person erased while the plugin was off is erased when it is back, and no other data', async () => {
  const [erased, stays] = [await wishing('gone'), await wishing('stays')]
  await recordPresence(without.kernel)
  fine(await boss.post(`/api/admin/person/${erased.person}/erase`, { confirmation: String(erased.person) }))
  await without.jobs()
  expect([await erased.wishes(), await stays.wishes()]).toEqual([1, 1])
  await recordPresence(shop.it.kernel)
  await shop.it.jobs()
  expect([await erased.wishes(), await stays.wishes()]).toEqual([0, 1])
})

test('persons merged while the plugin was off are merged there too, and then erased together', async () => {
  const order = await shop.buy(await shop.stock(5), 1, { guest: { email: 'twice@shop.test', first_name: 'Twice', last_name: 'Ho' } })
  const lead = async () =>
    (await shop.it.kernel.db.one<{ person: number }>(sql`select person_id as person from sales_order where id = ${order.id}`))?.person
  const loser = await lead()
  const { person: survivor } = await wishing('once')
  // Sales are disabled: the order is neither assigned to the merged person nor anonymized.
  const here = shop.it.kernel.registry.plugins.filter(({ id }) => ['people', 'catalogue', 'core'].includes(id))
  const alone = { ...shop.it.kernel, registry: { plugins: here } } as unknown as typeof shop.it.kernel
  await recordPresence(alone)
  await shop.it.kernel.db.run(sql`update person set merged_into_id = ${survivor}, updated_at = now() where id = ${loser}`)
  await shop.it.kernel.db.run(sql`update person set erased_at = now(), updated_at = now() where id = ${survivor}`)
  const readOrder = async () =>
    JSON.stringify(await shop.it.kernel.db.rows(sql`select to_jsonb(o) from sales_order o where id = ${order.id}`))
  expect([await lead(), (await readOrder()).includes('twice@shop.test')]).toEqual([loser, true])
  await recordPresence(shop.it.kernel)
  await shop.it.jobs()
  expect([await lead(), (await readOrder()).includes('twice@shop.test')]).toEqual([survivor, false])
})

test('every personal-data handler is called under the name it is contributed with', () => {
  const handlers = shop.it.kernel.registry.extensionPoints.get(PERSONAL_DATA.name)?.contributions ?? []
  expect(handlers.map(({ plugin }) => plugin)).toEqual(
    expect.arrayContaining(['people', 'sales', 'wishlist', 'crm', 'promotion', 'loyalty']),
  )
  expect([...shop.it.kernel.contributions(PERSONAL_DATA).keys()].sort()).toEqual(handlers.map(({ name }) => name).sort())
})
