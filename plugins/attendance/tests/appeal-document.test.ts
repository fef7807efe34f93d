import { addDays } from 'stoa/calendar-date'
import { beforeAll, expect, test } from 'vitest'
import { sql, systemCtx } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { suite, toFormData } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { toLocalDate } from '../domain/clock.ts'
import { createTeam } from './team.ts'

const shop = suite(['attendance'])
const team = createTeam(shop)
const zone = 'Asia/Hong_Kong'
const yesterday = addDays(toLocalDate(Date.now(), zone), -1)
let office: number

beforeAll(async () => {
  await shop.owner.put('/api/admin/settings/employee', { enabled: true })
  office = await team.addShift({ name: 'Office', start_min: 540, end_min: 1_080 })
})

interface Person {
  client: Client
  id: number
}

async function employ(rights: string[] = [], input: Record<string, unknown> = {}): Promise<Person> {
  const client = await shop.it.staff(rights)
  return { client, id: await team.linkLast(await team.hire({ time_zone: zone, ...input })) }
}

/** A day without punches. */
async function makeDay({ id }: Person): Promise<number> {
  await team.assign(id, office, { start_date: addDays(yesterday, -1) }, true)
  await shop.owner.post('/api/admin/hr_attendance/recalculate', { from: yesterday, to: yesterday, employee_id: id })
  return (await shop.owner.get(`/api/admin/hr_attendance?employee_id=${id}&work_date=${yesterday}`)).body.data[0].id
}

const pdf = (name = 'note.pdf') => new File(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'], name, { type: 'application/pdf' })
const appeal = ({ client }: Person, day: number, document: File) =>
  client.post(
    `/api/admin/my/attendance/${day}/appeal`,
    toFormData({ reason: 'The terminal was broken', in_time: '09:00', out_time: '18:00', document }),
  )

test('an appeal carries a document that its employee and who decides can open', async () => {
  const rights = ['get hr appeal', 'approve hr appeal', 'get hr attendance']
  const manager = await employ(rights)
  const person = await employ([], { manager_id: manager.id })
  const day = await makeDay(person)
  const sent = await appeal(person, day, pdf())
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  const [{ id, document }] = sent.body.appeals
  expect(document).toEqual({ name: 'note.pdf', url: expect.any(String) })
  expect((await shop.it.guest.get(document.url)).status).toBe(200)
  expect((await shop.it.guest.get(document.url.split('?')[0])).status).toBeGreaterThanOrEqual(403)

  const row = (await manager.client.get(`/api/admin/hr_appeal/${id}`)).body
  expect(row.document).toMatchObject({ name: 'note.pdf' })
  expect((await manager.client.get(`/api/admin/hr_attendance/${day}/view`)).body.appeals).toMatchObject([
    { document: { name: 'note.pdf' } },
  ])
})

test('the document is hidden from staff outside the row scope, and from those who may read the attendance only', async () => {
  const person = await employ()
  const day = await makeDay(person)
  const { id } = (await appeal(person, day, pdf())).body.appeals[0]
  const outsider = await employ(['get hr appeal', 'get hr attendance'])
  expect((await outsider.client.get(`/api/admin/hr_appeal/${id}`)).status).toBe(404)
  expect((await outsider.client.get(`/api/admin/hr_attendance/${day}/view`)).status).toBe(404)
  const reader = await shop.it.staff(['see all hr employee', 'get hr attendance'])
  expect((await reader.get(`/api/admin/hr_attendance/${day}/view`)).body.appeals).toMatchObject([{ document: null }])
})

test('only a picture or a PDF is accepted, and a refused file leaves no appeal', async () => {
  const person = await employ()
  const day = await makeDay(person)
  for (const file of [new File(['a,b\n1,2\n'], 'list.csv'), new File([Buffer.from([0, 1, 2])], 'note.pdf')]) {
    const refused = await appeal(person, day, file)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.messages)).toEqual(['document'])
  }
  expect((await person.client.get(`/api/admin/my/attendance/${day}`)).body.appeals).toEqual([])
})

test('an export names the document, and an erasure deletes it and keeps the appeal', async () => {
  const { kernel } = shop.it
  const person = await employ()
  const day = await makeDay(person)
  const { id, document } = (await appeal(person, day, pdf('medical.pdf'))).body.appeals[0]
  const handler = kernel.contributions(PERSONAL_DATA).get('attendance')
  const knownSubject = { persons: [], customers: [], emails: [], phones: [], addressHashes: [], rows: { hr_employee: [person.id] } }
  const subject = { ...knownSubject, rows: { ...knownSubject.rows, ...(await handler?.findOwnedRows?.(kernel.db, knownSubject)) } }
  expect(subject.rows).toEqual({ hr_employee: [person.id], hr_appeal: [id] })
  const ctx = systemCtx(kernel, 'attendance')
  expect(await handler?.exportData?.(ctx, subject, 'person')).toMatchObject({ appeals: [{ document: 'medical.pdf' }] })
  for (let time = 0; time < 2; time++) await kernel.transaction(async (tx) => handler?.eraseData?.(tx, ctx, subject))
  const [stored] = await kernel.db.rows(sql`select status, document, document_path, document_name from hr_appeal where id = ${id}`)
  expect(stored).toEqual({ status: 'pending', document: null, document_path: '', document_name: '' })
  await shop.it.jobs()
  expect((await shop.it.guest.get(document.url)).status).toBe(404)
})
