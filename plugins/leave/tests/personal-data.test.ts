import { beforeAll, expect, test } from 'vitest'
import { sql, systemCtx } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { suite } from 'stoa/testing'
import { createLeaveFixture, nextWeekday } from './fixture.ts'

const shop = suite(['leave'])
const leave = createLeaveFixture(shop)
beforeAll(() => leave.enable())

test('a person is told of their leave; an erasure deletes reasons and notes and keeps dates, days and the ledger', async () => {
  const { kernel } = shop.it
  const person = await kernel.db.one<{ id: number }>(sql`insert into person (first_name, last_name) values ('Wai', 'Chan') returning id`)
  const { id, client } = await leave.hire({ person_id: person?.id })
  const type = await leave.type()
  const monday = nextWeekday(1)
  await leave.grant(id, type.id, '3', '2020-01-01', '2090-12-31')
  const { body } = await client.post('/api/admin/my/leave', { type_id: type.id, start_date: monday, end_date: monday, reason: 'Hospital' })
  await shop.owner.post(`/api/admin/hr_leave/${body.id}/approve`, { note: 'Get well' })

  const handler = kernel.contributions(PERSONAL_DATA).get('leave')
  const knownSubject = { persons: [person?.id ?? 0], customers: [], emails: [], phones: [], addressHashes: [], rows: { hr_employee: [id] } }
  const rows = { ...knownSubject.rows, ...(await handler?.findOwnedRows?.(kernel.db, knownSubject)) }
  expect(rows).toEqual({ hr_employee: [id], hr_leave: [body.id] })
  const subject = { ...knownSubject, rows }
  const ctx = systemCtx(kernel, 'leave')
  const exported = JSON.stringify(await handler?.exportData?.(ctx, subject, 'person'))
  for (const text of ['Hospital', 'Get well', body.number]) expect(exported).toContain(text)

  for (let time = 0; time < 2; time++) await kernel.transaction(async (tx) => handler?.eraseData?.(tx, ctx, subject))
  const stored = (await shop.owner.get(`/api/admin/hr_leave/${body.id}`)).body
  expect(stored).toMatchObject({ reason: '', decision_note: '', start_date: monday, days: '1', status: 'approved' })
  expect(await leave.balance(id, type.id, monday)).toBe(2)
})
