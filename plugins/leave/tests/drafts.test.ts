import { beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite, toFormData } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { createLeaveFixture, nextWeekday, plus } from './fixture.ts'

const shop = suite(['leave', 'notes', 'calendar'])
const leave = createLeaveFixture(shop)
const monday = nextWeekday(1)
const year = monday.slice(0, 4)
beforeAll(() => leave.enable())

const own = '/api/admin/my/leave'
const save = (client: Client, type_id: number, more: object = {}) =>
  client.post(`${own}/draft`, { type_id, start_date: monday, end_date: monday, ...more })
const pdf = () => new File(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'], 'note.pdf', { type: 'application/pdf' })

test('a draft is saved, changed, submitted, and then waits for the manager', async () => {
  const manager = await leave.hire({}, ['get hr leave', 'approve hr leave'])
  const { client, id } = await leave.hire({ manager_id: manager.id })
  const type = await leave.type()
  await leave.grant(id, type.id, '5', `${year}-01-01`, `${Number(year) + 1}-12-31`)
  const saved = await save(client, type.id, { reason: 'Family' })
  expect(saved.status, JSON.stringify(saved.body)).toBe(201)
  expect(saved.body).toMatchObject({ status: 'draft', days: 1, can_cancel: false })
  const path = `${own}/${saved.body.id}`
  const changed = await client.put(path, { type_id: type.id, start_date: monday, end_date: plus(monday, 1), reason: 'Wedding' })
  expect(changed.body).toMatchObject({ status: 'draft', days: 2, reason: 'Wedding', number: saved.body.number })
  expect((await client.post(`${path}/submit`)).body).toMatchObject({ status: 'pending', days: 2 })
  expect((await manager.client.get(`/api/admin/hr_leave/${saved.body.id}`)).body).toMatchObject({ status: 'pending', reason: 'Wedding' })
  for (const again of [
    client.post(`${path}/submit`),
    client.delete(path),
    client.put(path, { type_id: type.id, start_date: monday, end_date: monday }),
  ])
    expect((await again).status).toBe(409)
})

test('a draft takes no days, keeps no dates free, and notifies nobody', async () => {
  const { client, id } = await leave.hire()
  const type = await leave.type()
  await leave.grant(id, type.id, '1', '2020-01-01', `${Number(year) + 1}-12-31`)
  const draft = (await save(client, type.id)).body.id
  expect((await save(client, type.id)).status).toBe(201)
  const { balances } = (await client.get(own)).body
  expect(balances.find((balance: { type_id: number }) => balance.type_id === type.id)).toMatchObject({ days: 1, pending: 0 })
  const notices = await shop.it.kernel.db.rows(sql`select 1 from notice where subject = 'hr_leave' and subject_id = ${draft}`)
  expect(notices).toEqual([])
  expect((await client.post(own, { type_id: type.id, start_date: monday, end_date: monday })).status).toBe(201)
  // The dates are taken now, and the rules count when the draft is submitted.
  expect((await client.post(`${own}/${draft}/submit`)).body.messages).toHaveProperty('start_date')
})

test('a draft is seen by nobody else: not by the manager, HR or the owner, in lists, by id, search, sheet, audit or transitions', async () => {
  const rights = ['get hr leave', 'export hr leave', 'approve hr leave', 'cancel hr leave', 'see all hr employee', 'get audit log']
  const hr = await leave.hire({}, rights)
  const { client } = await leave.hire({ manager_id: hr.id })
  const type = await leave.type({ needs_balance: false })
  const { id, number } = (await save(client, type.id, { reason: 'Secret plan' })).body
  for (const viewer of [hr.client, shop.owner]) {
    for (const path of [`hr_leave/${id}`, `hr_leave/${id}/context`, `hr_leave/${id}/history`])
      expect((await viewer.get(`/api/admin/${path}`)).status, path).toBe(404)
    for (const query of [`q=${number}`, 'status=draft']) expect((await viewer.get(`/api/admin/hr_leave?${query}`)).body.data).toEqual([])
    expect((await viewer.post(`/api/admin/hr_leave/${id}/approve`)).status).toBe(404)
    const audit = await viewer.get(`/api/admin/audit_log?resource=hr_leave&row_id=${id}`)
    expect(JSON.stringify(audit.body)).not.toContain('Secret plan')
  }
  const other = await leave.hire()
  for (const answer of [
    other.client.get(`${own}/${id}`),
    other.client.put(`${own}/${id}`, { type_id: type.id, start_date: monday, end_date: monday }),
    other.client.post(`${own}/${id}/submit`),
    other.client.delete(`${own}/${id}`),
  ])
    expect((await answer).status).toBe(404)
})

test('a draft keeps its document, which a further one replaces, and deletion deletes both', async () => {
  const { client } = await leave.hire()
  const type = await leave.type({ needs_balance: false, needs_document_over_days: '0' })
  const { id } = (await save(client, type.id)).body
  const path = `${own}/${id}`
  const fields = { type_id: String(type.id), start_date: monday, end_date: monday }
  expect((await client.post(`${path}/submit`)).body.messages).toHaveProperty('document')
  const withFile = await client.put(path, toFormData({ ...fields, document: pdf() }))
  expect(withFile.body.document, JSON.stringify(withFile.body)).toMatchObject({ name: 'note.pdf' })
  expect((await client.put(path, { ...fields, type_id: type.id })).body.document).toMatchObject({ name: 'note.pdf' })
  expect((await client.delete(path)).status).toBe(200)
  expect((await client.get(path)).status).toBe(404)
  await shop.it.jobs()
  expect((await shop.it.guest.get(withFile.body.document.url)).status).toBe(404)
  const other = (await save(client, type.id)).body.id
  await client.put(`${own}/${other}`, toFormData({ ...fields, document: pdf() }))
  expect((await client.post(`${own}/${other}/submit`)).body).toMatchObject({ status: 'pending', document: { name: 'note.pdf' } })
})

test('a draft that is submitted and deleted at once is one of both', async () => {
  const { client } = await leave.hire()
  const type = await leave.type({ needs_balance: false })
  const path = `${own}/${(await save(client, type.id)).body.id}`
  const answers = await Promise.all([client.post(`${path}/submit`), client.delete(path), client.post(`${path}/submit`)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test.each([
  ['with its end before its start', { end_date: '2026-01-01' }, 'end_date'],
  ['with no half day left', { start_half: 'pm', end_half: 'am' }, 'end_half'],
  ['of an unknown type', { type_id: 999_999 }, 'type_id'],
])('a draft %s is refused', async (_, more, field) => {
  const { client } = await leave.hire()
  const type = await leave.type({ needs_balance: false })
  expect((await save(client, type.id, more)).body.messages).toHaveProperty(field)
})
