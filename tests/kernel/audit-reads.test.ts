import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../support/app.ts'
import { sendEmail, sql } from 'stoa'

let it: TestApp
let owner: Client

beforeAll(async () => {
  it = await testApp(['people', 'sheets', 'staff'])
  owner = await it.staff('owner')
  await it.guest.post('/api/register', {
    email: 'may@shop.test',
    first_name: 'May',
    last_name: 'Chan',
    password: 'a long password',
    password_confirmation: 'a long password',
  })
  await it.kernel.transaction((tx) => sendEmail(tx, { to: 'may@shop.test', subject: 'Hello', text: 'For May alone' }))
})
afterAll(() => it.close())

const readAudit = (resource: string) =>
  it.kernel.db.rows<{ verb: string; changes: unknown[] }>(sql`select verb, row_id, actor_kind, changes from audit_log
    where resource = ${resource} and verb in ('get', 'export') order by id`)

test('reading a mail is in the audit log, and lists do not return its text', async () => {
  const { body } = await owner.get('/api/admin/mail?fields=text_body')
  const id = body.data[0].id
  expect(body.data[0]).not.toHaveProperty('text_body')
  expect((await owner.get('/api/admin/mail?fields=*')).body.data[0]).not.toHaveProperty('text_body')
  expect(await readAudit('mail')).toEqual([])
  expect((await owner.get(`/api/admin/mail/${id}`)).body).toHaveProperty('text_body')
  expect(await readAudit('mail')).toMatchObject([{ verb: 'get', row_id: id, actor_kind: 'admin' }])
  expect((await owner.get('/api/admin/mail/999999')).status).toBe(404)
  expect(await readAudit('mail')).toHaveLength(1)
})

test('an export of any resource is in the audit log', async () => {
  expect((await owner.get('/api/admin/customer_group/export?format=csv')).status).toBe(200)
  expect(await readAudit('customer_group')).toMatchObject([{ verb: 'export', actor_kind: 'admin' }])
})

test('an export of customers is in the audit log with its filters; viewing one customer is not', async () => {
  const { body } = await owner.get('/api/admin/customer')
  await owner.get(`/api/admin/customer/${body.data[0].id}`)
  expect(await readAudit('customer')).toEqual([])
  await owner.get('/api/admin/customer/export?format=csv&q=may')
  expect(await readAudit('customer')).toMatchObject([
    { verb: 'export', row_id: null, changes: [{ field: 'query', new: { q: '…', rows: 1 } }] },
  ])
  await owner.post('/api/admin/sheet/customer/export', { format: 'csv', ids: [body.data[0].id] })
  await it.jobs()
  expect((await readAudit('customer'))[1]).toMatchObject({
    verb: 'export',
    actor_kind: 'admin',
    changes: [{ new: { ids: [body.data[0].id] } }],
  })
})

test('the audit log of an export has who, filters and row count, but not the search text', async () => {
  await owner.post('/api/admin/customer', { email: 'sought@example.test', first_name: 'Sought', last_name: 'Person' })
  const query = 'q=sought&enabled=true&group_id__empty=1&created_at__gte=2020-01-01&sort=-id'
  const answer = await owner.get(`/api/admin/customer/export?format=csv&${query}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const last = (await readAudit('customer')).at(-1)
  expect(last).toMatchObject({ verb: 'export', actor_kind: 'admin' })
  expect(last?.changes).toEqual([
    {
      field: 'query',
      old: null,
      new: { q: '…', enabled: 'true', group_id__empty: '1', created_at__gte: '2020-01-01', sort: '-id', rows: 1 },
    },
  ])
  await owner.get('/api/admin/audit_log/export?format=csv&actor_name=Sought&verb__like=sou&actor_kind=admin')
  expect((await readAudit('audit_log')).at(-1)?.changes).toMatchObject([{ new: { actor_name: '…', verb__like: '…', actor_kind: 'admin' } }])
})
