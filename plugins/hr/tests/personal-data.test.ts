import { expect, test } from 'vitest'
import { sql, systemCtx } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { suite } from 'stoa/testing'

const shop = suite(['hr'])

test('a person is told of their employment record; an erasure keeps the record and deletes birth date, gender and bank details', async () => {
  const { kernel } = shop.it
  const person = await kernel.db.one<{ id: number }>(sql`insert into person (first_name, last_name) values ('Wai', 'Chan') returning id`)
  const input = { staff_no: 'P-1', name: 'Wai Chan', join_date: '2026-01-01', birth_date: '1990-02-03', gender: 'female' }
  const made = await shop.owner.post('/api/admin/hr_employee', {
    ...input,
    person_id: person?.id,
    bank_account: '024-9',
    identity_number: 'Z1',
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)

  const handler = kernel.contributions(PERSONAL_DATA).get('hr')
  const known = { persons: [person?.id ?? 0], customers: [], emails: [], phones: [], addressHashes: [], rows: {} }
  const rows = await handler?.findOwnedRows?.(kernel.db, known)
  expect(rows).toEqual({ hr_employee: [made.body.id] })
  const subject = { ...known, rows: rows ?? {} }
  const ctx = systemCtx(kernel, 'hr')
  expect(await handler?.exportData?.(ctx, subject, 'person')).toMatchObject({
    employees: [{ staff_no: 'P-1', birth_date: '1990-02-03', bank_account: '024-9', identity_number: 'Z1' }],
  })
  const limited = { ...ctx, actor: { kind: 'admin' as const, id: 0, name: '', allows: (needs: string) => needs === 'see all hr employee' } }
  const told = JSON.stringify(await handler?.exportData?.(limited, subject, 'staff'))
  expect(told).toContain('P-1')
  expect(told).not.toContain('024-9')

  for (let time = 0; time < 2; time++) await kernel.transaction(async (tx) => handler?.eraseData?.(tx, ctx, subject))
  const { body } = await shop.owner.get(`/api/admin/hr_employee/${made.body.id}`)
  expect(body).toMatchObject({ name: 'Wai Chan', identity_number: 'Z1', birth_date: null, gender: null, bank_account: null })
})
