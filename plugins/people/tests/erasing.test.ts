import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendEmail, sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { CONSENT, DIRECTORY } from '../index.ts'
import { eraseMissed } from '../services/erase-person.ts'
import { forgetLimits, form, member, PASSWORD } from './support.ts'

/** Erasing a person: what is deleted, what is kept, and what is not restored. */
let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['people'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

let n = 0
const createCustomer = async () => {
  const email = `erase${++n}@shop.test`
  const client = await member(it, email, { country_code: '852', phone: `9555${String(n).padStart(4, '0')}` })
  const row = await it.kernel.db.one<{ id: number }>(sql`select person_id as id from customer where id = ${client.id}`)
  return { client: client, email, phone: `8529555${String(n).padStart(4, '0')}`, id: row?.id ?? 0 }
}
const erase = (id: number, confirmation = String(id), as = owner) => as.post(`/api/admin/person/${id}/erase`, { confirmation })
const state = (address: string, channel: 'email' | 'sms' = 'email', topic = 'marketing') =>
  it.kernel.get(CONSENT).getState(it.kernel.db, address, { channel, topic })
const customer = (id: number) => it.kernel.db.one<Record<string, unknown>>(sql`select * from customer where id = ${id}`)

test.each(['', 'yes', '0', '01', '1 2'])('erasing requires the person id as confirmation: "%s"', async (wrong) => {
  const { client, id } = await createCustomer()
  const answer = await erase(id, wrong)
  expect([answer.status, Object.keys(answer.body.messages)]).toEqual([422, ['confirmation']])
  expect(await customer(client.id)).toMatchObject({ enabled: true, first_name: 'May' })
})

test('erasing requires its permission and an existing, unmerged person', async () => {
  const [first, two] = [await createCustomer(), await createCustomer()]
  const reader = await it.staff(['get person', 'merge person'])
  expect((await erase(first.id, String(first.id), reader)).status).toBe(403)
  expect((await erase(999_999)).status).toBe(404)
  await owner.post(`/api/admin/person/${first.id}/merge`, { other_id: two.id })
  expect((await erase(two.id)).status).toBe(404)
})

test('erases all accounts, addresses and numbers of a person, including those of merged persons', async () => {
  const [first, two] = [await createCustomer(), await createCustomer()]
  await owner.post(`/api/admin/person/${first.id}/merge`, { other_id: two.id })
  expect((await erase(first.id)).status).toBe(200)
  for (const { client, email, phone } of [first, two]) {
    expect(await customer(client.id)).toMatchObject({
      ...{ email: `erased-${client.id}@erased.invalid`, first_name: '', last_name: '', phone: null, phone_norm: null, enabled: false },
      ...{ password_hash: null, is_subscribe: false, birthday: null },
    })
    expect((await client.post('/api/info')).status).toBe(401)
    expect([await state(email), await state(email, 'email', 'club'), await state(phone, 'sms')]).toEqual([
      'suppressed',
      'suppressed',
      'suppressed',
    ])
  }
  const left = await it.kernel.db.rows(sql`select 1 from person_identity where person_id = any(${[first.id, two.id]})`)
  expect(left).toEqual([])
})

test('leaves another person with the same name unchanged', async () => {
  const [erased, stays] = [await createCustomer(), await createCustomer()]
  await it.kernel.transaction((tx) => sendEmail(tx, { to: stays.email, subject: 'News', text: 'For you' }))
  await erase(erased.id)
  expect(await customer(stays.client.id)).toMatchObject({ enabled: true, email: stays.email, first_name: 'May' })
  expect((await stays.client.post('/api/info')).status).toBe(200)
  expect([await state(stays.email), await state(stays.phone, 'sms')]).toEqual(['subscribed', undefined])
  expect(await it.kernel.db.rows(sql`select 1 from mail where recipient = ${stays.email} and subject = 'News'`)).toHaveLength(1)
})

test('deletes emails to the person, and those to others that mention their address', async () => {
  const { id, email } = await createCustomer()
  const send = (to: string, text: string) => it.kernel.transaction((tx) => sendEmail(tx, { to, subject: `For ${n}`, text }))
  await send(email, 'Hello')
  await send('desk@shop.test', `A request of ${email.toUpperCase()}`)
  await send('desk@shop.test', `A request of somebody else ${n}`)
  await erase(id)
  const left = await it.kernel.db.rows<{ to: string; text: string }>(
    sql`select recipient as to, text_body as text from mail where subject = ${`For ${n}`}`,
  )
  expect(left).toEqual([{ to: 'desk@shop.test', text: `A request of somebody else ${n}` }])
})

test('erasing again changes nothing', async () => {
  const { client, id } = await createCustomer()
  await erase(id)
  const before = [await customer(client.id), await it.kernel.db.one(sql`select erased_at from person where id = ${id}`)]
  expect((await erase(id)).status).toBe(200)
  const { version: _, updated_at: __, ...now } = (await customer(client.id)) ?? {}
  expect(before[0]).toMatchObject(now)
  expect(await it.kernel.db.one(sql`select erased_at from person where id = ${id}`)).toEqual(before[1])
  const marks = await it.kernel.db.rows(
    sql`select channel, count(*)::int as n from consent where person_id = ${id} and reason = 'erase' group by channel order by channel`,
  )
  expect(marks).toEqual([
    { channel: 'email', n: 1 },
    { channel: 'sms', n: 1 },
  ])
})

test('two concurrent requests both succeed, and the erasure is recorded once', async () => {
  const { id } = await createCustomer()
  const answers = await Promise.all([erase(id), erase(id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const activities = await it.kernel.db.rows(sql`select 1 from timeline_activity where dedupe_key = ${`erased ${id}`}`)
  expect(activities).toHaveLength(1)
})

test('an erased person who registers again is a new person, and only they can subscribe again', async () => {
  const { id, email } = await createCustomer()
  await erase(id)
  await forgetLimits(it)
  expect((await it.guest.post('/api/register', form(email, { is_subscribe: false }))).status).toBe(201)
  const back = await it.kernel.db.one<{ id: number; person: number }>(
    sql`select id, person_id as person from customer where email = ${email}`,
  )
  expect(back?.person).not.toBe(id)
  const { version } = (await owner.get(`/api/admin/customer/${back?.id}`)).body
  await owner.put(`/api/admin/customer/${back?.id}`, { is_subscribe: true, version })
  expect(await state(email)).not.toBe('subscribed')
  const token = (await it.guest.post('/api/login', { email, password: PASSWORD })).body.token
  await it.kernel.db.run(sql`update customer set email_verified_at = now() where email = ${email}`)
  await it.as(token).put('/api/profile', { is_subscribe: false })
  await it.as(token).put('/api/profile', { is_subscribe: true })
  expect(await state(email)).toBe('subscribed')
})

test('data a plugin stored while inactive is erased when it returns, for persons erased since', async () => {
  const { id } = await createCustomer()
  const early = await createCustomer()
  await erase(early.id)
  await it.kernel.db.run(sql`update person set erased_at = now() - interval '2 days' where id = ${early.id}`)
  await erase(id)
  for (const personId of [id, early.id]) await it.kernel.db.run(sql`update person set first_name = 'Back again' where id = ${personId}`)
  await eraseMissed(it.ctx, 'catalogue', new Date(Date.now() - 86_400_000))
  const remainingSql = sql`select from person where id = any(${[early.id, id]}) and first_name <> ''`
  expect(await it.kernel.db.rows(remainingSql)).toHaveLength(2)
  await eraseMissed(it.ctx, 'people', new Date(Date.now() - 86_400_000))
  const names = await it.kernel.db.rows(sql`select first_name as name from person where id = any(${[early.id, id]}) order by id`)
  expect(names).toEqual(id < early.id ? [{ name: '' }, { name: 'Back again' }] : [{ name: 'Back again' }, { name: '' }])
})

test('a data export covers only verified addresses, and is limited to ten an hour', async () => {
  const { client, email, id } = await createCustomer()
  await it.kernel.db.run(sql`update customer set email_verified_at = null where id = ${client.id}`)
  await it.kernel.transaction((tx) => it.kernel.get(DIRECTORY).findOrCreatePerson(tx, { email, first_name: 'May', last_name: 'Chan' }))
  await it.kernel.transaction((tx) => sendEmail(tx, { to: email, subject: 'For whoever owns it', text: 'x' }))
  const fetchExport = async () => (await client.get('/api/profile/personal-data')).body.data.people
  expect((await fetchExport()).mails).toEqual([])
  expect((await fetchExport()).accounts).toMatchObject([{ id: client.id, email }])
  await it.kernel.db.run(sql`update customer set email_verified_at = now() where id = ${client.id}`)
  expect((await fetchExport()).mails.map(({ subject }: { subject: string }) => subject)).toContain('For whoever owns it')
  for (let i = 0; i < 7; i++) await client.get('/api/profile/personal-data')
  expect((await client.get('/api/profile/personal-data')).status).toBe(429)
  const staff = await owner.get(`/api/admin/person/${id}/personal-data`)
  expect(staff.headers['content-disposition']).toBe(`attachment; filename="person-${id}.json"`)
  expect(staff.body.data.people.persons).toMatchObject([{ id, email }])
  const exports = await it.kernel.db.rows(sql`select verb from audit_log where verb = 'export' and resource = 'person' and row_id = ${id}`)
  expect(exports).toHaveLength(1)
})
