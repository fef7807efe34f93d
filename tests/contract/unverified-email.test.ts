import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi } from '../../cli/openapi/document.ts'
import { sql } from 'stoa'
import { DIRECTORY, ACTIVITY_EVENTS, TIMELINE } from '../../plugins/people/index.ts'
import { form } from '../../plugins/people/tests/support.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'

/**
 * A customer who registers with another person's email address must not read any data of that person, from any plugin. The test requests
 * every URL of the shop's API, after every kind of timeline event was recorded.
 */
const EMAIL = 'stranger@walk.test'
const MARK = 'MARKOFTHESTRANGER'
const POINTS = 43_210_987

let it: TestApp
let person: number
let thief: Client
beforeAll(async () => {
  it = await testApp()
  person = await it.kernel.transaction((tx) =>
    it.kernel.get(DIRECTORY).findOrCreatePerson(tx, { email: EMAIL, first_name: MARK, last_name: MARK }),
  )
  await it.kernel.db.run(sql`update person_identity set verified_at = now() where person_id = ${person}`)
  for (const eventName of it.kernel.contributions(ACTIVITY_EVENTS).keys())
    await it.kernel.transaction((tx) =>
      it.kernel.get(TIMELINE).record(tx, {
        personId: person,
        what: eventName,
        params: Object.fromEntries(PARAMS.map((name) => [name, MARK])),
        actor: { kind: 'system', name: 'walk' },
        dedupeKey: `walk ${eventName}`,
      }),
    )
  await it.kernel.db.run(sql`insert into points_account (person_id, balance) values (${person}, ${POINTS})`)
  await it.kernel.db.run(
    sql`insert into points_lot (person_id, remaining, expires_at) values (${person}, ${POINTS}, now() + interval '1 year')`,
  )
  const { body } = await it.guest.post('/api/register', form(EMAIL))
  const { token } = (await it.guest.post('/api/login', { email: EMAIL, password: form(EMAIL).password })).body
  thief = Object.assign(it.as(token), { id: body.id })
})
afterAll(() => it.close())

/** Parameters of timeline events. */
const PARAMS = [
  'number',
  'title',
  'name',
  'event',
  'form',
  'value',
  'id',
  'tier',
  'points',
  'subject',
  'label',
  'product',
  'count',
  'amount',
  'topic',
]

/** URLs whose response to the account contains data of the person with its email address. */
async function leaks(): Promise<string[]> {
  const found: string[] = []
  for (const [path, methods] of Object.entries(openApi(it.app.http).paths)) {
    if (!methods['get'] || path.startsWith('/api/admin') || path.includes('{') || path.includes('captcha')) continue
    await it.kernel.db.run(sql`delete from rate_limit`)
    const answer = await thief.get(path)
    const text = JSON.stringify(answer.body ?? '')
    if (text.includes(MARK) || text.includes(String(POINTS))) found.push(path)
  }
  return found
}

test('an account with an unverified email sees nothing of the person that email belongs to', async () => {
  const row = await it.kernel.db.one<{ same: boolean }>(sql`select person_id = ${person} as same from customer where email = ${EMAIL}`)
  expect(row?.same, 'the account has to be of the same person, or nothing is tried').toBe(true)
  expect(await leaks()).toEqual([])
})

test('the same data is visible once the email is verified', async () => {
  await it.kernel.db.run(sql`update customer set email_verified_at = now() where email = ${EMAIL}`)
  expect(await leaks()).toEqual(expect.arrayContaining(['/api/timeline', '/api/points/balance']))
})
