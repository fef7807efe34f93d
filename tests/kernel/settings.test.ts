import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp()
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const put = (group: string, body: object) => owner.put(`/api/admin/settings/${group}`, body)

test('contradicting values are refused at their field', async () => {
  const refused = async (group: string, body: object, field: string) => {
    const answer = await put(group, body)
    expect(answer.status, JSON.stringify(body)).toBe(422)
    expect(Object.keys(answer.body.messages)).toEqual([field])
  }
  await refused('basic', { supported_languages: ['zh-HK'] }, 'supported_languages')
  await refused('basic', { supported_languages: ['en-US', 'fr'] }, 'supported_languages')
  await refused('basic', { time_zone: 'Moon/Base' }, 'time_zone')
  await refused('basic', { supported_countries: ['Hong Kong'] }, 'supported_countries')
  await refused('basic', { default_country_code: '49' }, 'default_country_code')
  await refused('currency', { supported_currencies: [{ identifier: 'HKD', rate: '0', mark: '$' }] }, 'supported_currencies')
  await refused('currency', { supported_currencies: 'HKD' }, 'supported_currencies')
  await refused('currency', { supported_currencies: [null] }, 'supported_currencies')
  await refused('currency', { base_currency: 'JPY' }, 'supported_currencies')
  await refused('template', { ink: '#dddddd' }, 'ink')
  await refused('template', { accent: 'green' }, 'accent')
  await refused('facebook', { enabled: true }, 'client_id')
  await refused('recaptcha', { site_key: 'k', forms: ['moon'] }, 'forms')
  await refused('payment', { pem: 'no key at all' }, 'pem')
})

test('the base currency can be changed until there is an order', async () => {
  const list = [
    { identifier: 'USD', rate: '1', mark: 'US$' },
    { identifier: 'HKD', rate: '7.8', mark: 'HK$' },
  ]
  expect((await put('currency', { base_currency: 'USD', supported_currencies: list })).status).toBe(200)
  await it.kernel.db.run(sql`alter table sales_order disable trigger all`)
  const columns = await it.kernel.db.rows<{ name: string; type: string }>(sql`select column_name as name, data_type as type
    from information_schema.columns where table_name = 'sales_order' and is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`)
  const values = columns.map(({ type }) =>
    type === 'text' ? `'x'` : type === 'jsonb' ? `'{}'` : type.startsWith('timestamp') ? 'now()' : '1',
  )
  await it.kernel.db.pool.query(`insert into sales_order (${columns.map((c) => `"${c.name}"`).join()}) values (${values.join()})`)
  const back = await put('currency', {
    base_currency: 'HKD',
    supported_currencies: [
      { identifier: 'HKD', rate: '1', mark: 'HK$' },
      { identifier: 'USD', rate: '0.128', mark: 'US$' },
    ],
  })
  expect(back.status).toBe(422)
  expect(back.body.messages.base_currency[0]).toContain('USD')
})

test('a secret is written, identified by its end, replaced and removed, and never returned', async () => {
  const first = await put('recaptcha', { secret_key: 'a-long-secret-1234' })
  expect(first.body.values.secret_key).toEqual({ set: true, last4: '1234' })
  const response = await owner.get('/api/admin/settings/recaptcha')
  expect(JSON.stringify(response.body)).not.toContain('a-long-secret')
  expect(response.body.form.groups[0].fields.find((f: { name: string }) => f.name === 'secret_key').widget).toBe('password')
  // A masked secret that a form sends back unchanged changes nothing.
  await put('recaptcha', { secret_key: { set: true, last4: '1234' }, site_key: 'site' })
  expect(it.kernel.settings.read('recaptcha', 'en-US').secret_key).toBe('a-long-secret-1234')
  expect((await put('recaptcha', { secret_key: null })).body.values.secret_key).toEqual({ set: false })
  const log = await it.kernel.db.rows<{ changes: unknown }>(sql`select changes from audit_log where resource = 'setting recaptcha'`)
  expect(JSON.stringify(log)).not.toContain('a-long-secret')
  expect((await it.guest.get('/api/settings?groups=recaptcha')).body.recaptcha).toEqual({ site_key: 'site', forms: [] })
})

test("the manifest lists every setting, searchable in the reader's language", async () => {
  const { settings } = (await owner.get('/api/admin/manifest?language=zh-HK')).body
  const shop = settings.find((tab: { group: string }) => tab.group === 'shop')
  expect(shop.fields.map((f: { name: string }) => f.name)).toContain('guest_checkout')
  expect(shop.fields.every((f: { hint?: string }) => f.hint)).toBe(true)
  expect((await (await it.staff(['get role'])).get('/api/admin/manifest')).body.settings).toEqual([])
})

test('settings with far-reaching effects describe them', async () => {
  const { form } = (await owner.get('/api/admin/settings/basic?language=*')).body
  const fields = form.groups.flatMap((g: { fields: object[] }) => g.fields) as { name: string; effects?: string }[]
  expect(fields.filter((f) => f.effects).map((f) => f.name)).toEqual(['main_language'])
  expect(fields.find((f) => f.effects)?.effects?.split('\n').length).toBeGreaterThan(1)
})

test('a test mail without a mail server stays in the outbox, and the response says so', async () => {
  const sent = await owner.post('/api/admin/settings/mail/test', { to: 'may@shop.test' })
  expect(sent.body).toMatchObject({ status: 'kept' })
  const mail = await it.kernel.db.one(sql`select recipient, status from mail where id = ${sent.body.id}`)
  expect(mail).toEqual({ recipient: 'may@shop.test', status: 'pending' })
  expect((await owner.post('/api/admin/settings/mail/test', { to: 'nowhere' })).body.messages).toHaveProperty('to')
})

test('a setting changed while notifications were interrupted is read after the reconnect', async () => {
  const { db, settings } = it.kernel
  await db.run(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stoa cache' and datname = current_database()`,
  )
  await db.run(sql`insert into setting (name, value) values ('basic', '{"time_zone": "Asia/Tokyo"}')
    on conflict (name) do update set value = setting.value || excluded.value`)
  await expect.poll(() => settings.read('basic', 'en-US').time_zone, { timeout: 5_000 }).toBe('Asia/Tokyo')
})
