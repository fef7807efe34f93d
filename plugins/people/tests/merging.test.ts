import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { CONSENT, type ConsentChange, DIRECTORY } from '../index.ts'

/** Merging two records of one person: fields of the surviving record and consent. */
let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['people'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

let n = 0
const guest = (more: object = {}) => {
  const email = `merge${++n}@shop.test`
  return it.kernel
    .transaction((tx) => it.kernel.get(DIRECTORY).findOrCreatePerson(tx, { email, first_name: 'May', last_name: 'Chan', ...more }))
    .then((id) => ({ id, email }))
}
const merge = (survivor: number, other_id: number, as = owner) => as.post(`/api/admin/person/${survivor}/merge`, { other_id })
const readPerson = async (id: number) => (await owner.get(`/api/admin/person/${id}/facts`)).body
const person = (id: number) => it.kernel.db.one<Record<string, unknown>>(sql`select * from person where id = ${id}`)
const prove = (id: number, value: string) =>
  it.kernel.db.run(sql`insert into person_identity (person_id, kind, value_norm, verified_at) values (${id}, 'email', ${value}, now())
    on conflict (person_id, kind, value_norm) do update set verified_at = now()`)
const say = (address: string, state: ConsentChange['state'], more: Partial<ConsentChange> = {}) =>
  it.kernel.transaction((tx) =>
    it.kernel.get(CONSENT).recordChange(tx, { address, state, reason: 'user', source: 'test', actor: { kind: 'guest' }, ...more }),
  )
const state = (address: string, topic = 'marketing', channel: 'email' | 'sms' = 'email') =>
  it.kernel.get(CONSENT).getState(it.kernel.db, address, { topic, channel })

test('the survivor keeps its own phone number or takes over the other; the merged person loses its identities', async () => {
  const [bare, full] = [await guest(), await guest({ country_code: '852', phone: '91230001' })]
  await merge(bare.id, full.id)
  expect(await person(bare.id)).toMatchObject({ email: bare.email, phone: '91230001', country_code: '852' })
  expect(await person(full.id)).toMatchObject({ email: null, merged_into_id: bare.id })
  expect((await owner.get(`/api/admin/person/${full.id}`)).body).toMatchObject({ id: bare.id, email: bare.email })
  const [survivor, other] = [
    await guest({ country_code: '852', phone: '91230002' }),
    await guest({ country_code: '853', phone: '66123456' }),
  ]
  await merge(survivor.id, other.id)
  expect(await person(survivor.id)).toMatchObject({ phone: '91230002', country_code: '852' })
})

test('an address of both persons is kept once, as verified if either had verified it', async () => {
  for (const [mine, theirs] of [
    [true, false],
    [false, true],
    [false, false],
  ] as const) {
    const [a, b] = [await guest(), await guest()]
    await it.kernel.db.run(sql`insert into person_identity (person_id, kind, value_norm) values (${a.id}, 'email', ${b.email})`)
    if (mine) await prove(a.id, b.email)
    if (theirs) await prove(b.id, b.email)
    expect((await merge(a.id, b.id)).status).toBe(200)
    const found = (await readPerson(a.id)).identities.filter(({ value }: { value: string }) => value === b.email)
    expect(
      found.map((identity: { verified_at: string | null }) => identity.verified_at !== null),
      `${mine} ${theirs}`,
    ).toEqual([mine || theirs])
  }
})

test('persons merged earlier follow the survivor, which is found by every address', async () => {
  const [first, second, third] = [await guest(), await guest(), await guest()]
  await merge(second.id, first.id)
  await merge(third.id, second.id)
  const rows = await it.kernel.db.rows<{ into: number }>(
    sql`select merged_into_id as into from person where id = any(${[first.id, second.id]}) order by id`,
  )
  expect(rows.map(({ into }) => into)).toEqual([third.id, third.id])
  for (const { email } of [first, second, third])
    expect(
      await it.kernel.transaction((tx) => it.kernel.get(DIRECTORY).findOrCreatePerson(tx, { email, first_name: 'X', last_name: 'Y' })),
      email,
    ).toBe(third.id)
  const list = (await owner.get('/api/admin/person?limit=100')).body.data.map(({ id }: { id: number }) => id)
  expect([list.includes(third.id), list.includes(first.id), list.includes(second.id)]).toEqual([true, false, false])
})

test('a person cannot be merged twice, into a merged person, or with an erased one', async () => {
  const [a, b, c, erased] = [await guest(), await guest(), await guest(), await guest()]
  await merge(a.id, b.id)
  for (const [survivor, other] of [
    [a.id, b.id],
    [c.id, b.id],
  ] as const)
    expect([422, 404]).toContain((await merge(survivor, other)).status)
  expect((await merge(b.id, c.id)).status).toBe(404)
  await owner.post(`/api/admin/person/${erased.id}/erase`, { confirmation: String(erased.id) })
  const refused = await merge(c.id, erased.id)
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['other_id']])
  expect((await merge(erased.id, c.id)).status).toBe(422)
  expect(await person(c.id)).toMatchObject({ merged_into_id: null })
})

test('of two concurrent merges of the same persons in both directions one succeeds', async () => {
  const [a, b] = [await guest(), await guest()]
  const answers = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.every(({ status }) => status < 500)).toBe(true)
  const into = [(await person(a.id))?.['merged_into_id'], (await person(b.id))?.['merged_into_id']]
  expect(into.filter((id) => id === null)).toHaveLength(1)
})

test.each([
  ['no against yes', 'unsubscribed', 'subscribed', 'unsubscribed'],
  ['yes against no', 'subscribed', 'unsubscribed', 'unsubscribed'],
  ['dead against yes', 'suppressed', 'subscribed', 'unsubscribed'],
  ['yes and yes', 'subscribed', 'subscribed', 'subscribed'],
] as const)('of two consent states the stricter applies to both addresses: %s', async (_, mine, theirs, yes) => {
  const [a, b] = [await guest(), await guest()]
  await say(a.email, mine, { personId: a.id })
  await say(b.email, theirs, { personId: b.id })
  await merge(a.id, b.id)
  const expected = (state: string) => (state === 'subscribed' ? yes : state)
  expect([await state(a.email), await state(b.email)]).toEqual([expected(mine), expected(theirs)])
})

test('an unsubscribe from one topic or channel affects no other; one from all topics affects each', async () => {
  const [a, b] = [await guest(), await guest()]
  await say(a.email, 'subscribed', { topic: 'club', personId: a.id })
  await say(a.email, 'subscribed', { personId: a.id })
  await say('85291230077', 'unsubscribed', { channel: 'sms', personId: b.id })
  await say(b.email, 'unsubscribed', { topic: 'tips', personId: b.id })
  await merge(a.id, b.id)
  expect([await state(a.email, 'club'), await state(a.email)]).toEqual(['subscribed', 'subscribed'])
  const c = await guest()
  await say(c.email, 'unsubscribed', { topic: '*', personId: c.id })
  await merge(a.id, c.id)
  expect([await state(a.email, 'club'), await state(a.email)]).toEqual(['unsubscribed', 'unsubscribed'])
  const consentRows = await it.kernel.db.rows(
    sql`select distinct reason, source from consent where address_norm = ${a.email} and state = 'unsubscribed'`,
  )
  expect(consentRows).toEqual([{ reason: 'merge', source: 'merge' }])
})

test('a merge is logged once, with the identities of the merged person', async () => {
  const [a, b] = [await guest(), await guest()]
  await merge(a.id, b.id)
  const lines = await it.kernel.db.rows<{ old: object }>(
    sql`select changes->0->'old' as old from audit_log where resource = 'person' and verb = 'merge' and row_id = ${a.id} and changes->0->>'field' = 'merged'`,
  )
  expect(lines).toHaveLength(1)
  expect(lines[0]?.old).toMatchObject({ id: b.id, email: b.email, customers: [], identities: [{ value_norm: b.email }] })
  const activities = (await owner.get(`/api/admin/person/${a.id}/timeline?type=merged`)).body.data
  expect(activities).toHaveLength(1)
})
