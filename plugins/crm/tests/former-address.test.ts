import { beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { openApi } from '../../../cli/openapi/document.ts'
import type { Client } from '../../../tests/support/app.ts'
import { suite } from 'stoa/testing'

/**
 * A contact of another owner had a different address before. Staff who cannot see the contact enter the old address in every field that
 * takes one. They must not learn the contact's name or current address.
 */
const shop = suite()
const FORMER = 'former@hidden.test'
const PRESENT = 'present@hidden.test'
const NAME = 'Hiddenname'
const PHONE = '2711 9911'
let clerk: Client
let person: number

beforeAll(async () => {
  const { kernel } = shop.it
  const other = await shop.it.staff(['get contact'])
  const owner_id = (await other.get('/api/admin')).body.id as number
  const contact = { first_name: NAME, last_name: NAME, email: FORMER, country_code: '852', phone: PHONE, owner_id }
  const made = (await shop.owner.post('/api/admin/contact', contact)).body
  person = made.person_id
  await kernel.db.run(sql`update person set email = ${PRESENT} where id = ${person}`)
  await kernel.db.run(
    sql`insert into person_identity (person_id, kind, value_norm, verified_at) values (${person}, 'email', ${PRESENT}, now())`,
  )
  const changed = await shop.owner.put(`/api/admin/contact/${made.id}`, { email: PRESENT, version: made.version })
  if (changed.body.person_id !== person) throw new Error('the contact has to stay with its person, or nothing is tried')
  // Has every permission except those to see the leads and contacts of others.
  clerk = await shop.it.staff([...kernel.registry.permissions.keys()].filter((right) => !right.startsWith('see all')))
})

const formerPerson = { email: FORMER, first_name: 'Typed', last_name: 'Typed' }
const secrets = [NAME, PRESENT, PHONE]
const findLeaks = (value: unknown) => secrets.filter((secret) => JSON.stringify(value ?? '').includes(secret))

/** Returns where the clerk finds the contact: in all list responses and pages without an id. */
async function lists(): Promise<string[]> {
  const found: string[] = []
  for (const [path, methods] of Object.entries(openApi(shop.it.app.http).paths)) {
    if (!methods['get'] || !path.startsWith('/api/admin') || path.includes('{')) continue
    const answer = await clerk
      .get(`${path}?q=${FORMER}&fields=*`)
      .then((response) => (response.status === 422 ? clerk.get(path) : response))
    if (findLeaks(answer.body).length > 0) found.push(path)
  }
  return found
}
const pages = async () =>
  Promise.all(['', '/known', '/timeline'].map(async (part) => findLeaks((await clerk.get(`/api/admin/person/${person}${part}`)).body)))

test.each<[string, () => Promise<unknown>]>([
  ['an account', () => clerk.post('/api/admin/customer', formerPerson)],
  [
    'an account that registers',
    () => shop.guest.post('/api/register', { ...formerPerson, password: 'a long password', password_confirmation: 'a long password' }),
  ],
  [
    'a consent',
    () =>
      clerk.post('/api/admin/consent', {
        address_norm: FORMER,
        state: 'unsubscribed',
        topic: '*',
        at: '2026-01-01T00:00:00Z',
        source: 'Call',
      }),
  ],
  ['a contact', () => clerk.post('/api/admin/contact', formerPerson)],
  ['a waiting customer of the newsletter', () => shop.guest.post('/api/subscribe', { email: FORMER })],
  [
    'an order',
    () =>
      shop.it.kernel.db.run(sql`insert into sales_order
          (order_number, status, email, first_name, last_name, person_id, language, currency, subtotal_minor, total_minor, base_total_minor)
        values ('OF-1', 'pending', ${FORMER}, 'Typed', 'Typed', ${person}, 'en-US', 'HKD', 0, 0, 0)`),
  ],
])('%s with a former email address reveals nothing about the person', async (_request, write) => {
  const answer = await write()
  expect(findLeaks((answer as { body?: unknown })?.body)).toEqual([])
  expect(await pages()).toEqual([[], [], []])
  expect(await lists()).toEqual([])
})

test('staff who may see all contacts can see the person', async () => {
  expect(findLeaks((await shop.owner.get(`/api/admin/person/${person}`)).body)).toEqual(secrets)
})
