import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { createCart, member, sound } from './support.ts'

/** A tier without a threshold. */
let shop: Shop
let base = 0
let next = 0
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
  const tier = async (body: object): Promise<number> => fine(await shop.owner.post('/api/admin/membership', body)).body.id
  base = await tier({ level: 1, title: 'Seed', threshold: '0', valid_months: 12, discount_percent: '5' })
  next = await tier({ level: 2, title: 'Green', threshold: '100', valid_months: 12 })
})
afterEach(() => sound(shop))
afterAll(() => shop.it.close())

const discount = async (buyer: Awaited<ReturnType<typeof member>>) => (await createCart(buyer, await shop.stock(9, '100.00'))).discount

test('an account is in the tier without a threshold before its first purchase, recorded once', async () => {
  const may = await member(shop)
  const answers = await Promise.all(Array.from({ length: 4 }, () => may.client.get('/api/membership_tier')))
  for (const answer of answers) expect(fine(answer).body).toMatchObject({ current: { id: base }, next: { id: next } })
  expect(await discount(may)).toBe('5.00')
  const steps = await shop.it.kernel.db.rows(sql`select 1 from loyalty_step where membership_id = ${base} and person_id = ${may.person}`)
  expect(steps).toHaveLength(1)
  expect(fine(await shop.it.guest.get('/api/membership_tier')).body.current).toBeNull()
})

test('a person who verifies their email gets the tier without visiting a page', async () => {
  const ken = await member(shop)
  await shop.it.kernel.transaction(async (tx) =>
    tx.emit('person.email_proven', { personId: ken.person, email: 'ken@shop.test' }, { type: 'person', id: ken.person }),
  )
  await shop.it.jobs()
  expect(await discount(ken)).toBe('5.00')
})
