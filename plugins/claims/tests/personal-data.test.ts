import { beforeAll, expect, test } from 'vitest'
import { sql, systemCtx } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { suite } from 'stoa/testing'
import { createClaimsFixture, FINANCE, MANAGER, pdf } from './claims-fixture.ts'

const shop = suite(['claims'])
const claims = createClaimsFixture(shop)
beforeAll(() => claims.enable())

test('a person is told of their claims; an erasure deletes texts and receipts of claims that were not paid, and keeps records', async () => {
  const { kernel } = shop.it
  const person = await kernel.db.one<{ id: number }>(sql`insert into person (first_name, last_name) values ('Wai', 'Chan') returning id`)
  const manager = await claims.hire({}, MANAGER)
  const { id, client } = await claims.hire({ person_id: person?.id, manager_id: manager.id })
  const finance = await shop.it.staff(FINANCE)
  const category = await claims.category()
  const expense = { category_id: category.id, amount: '10', description: 'Clinic' }
  const approved = await claims.approved(client, { manager: manager.client, finance }, [expense])
  const draft = await claims.draft(client, [], 'Family trip')
  await claims.addWithReceipt(client, draft, { category_id: String(category.id), amount: '20', description: 'Hotel' }, pdf())

  const handler = kernel.contributions(PERSONAL_DATA).get('claims')
  const known = { persons: [person?.id ?? 0], customers: [], emails: [], phones: [], addressHashes: [], rows: { hr_employee: [id] } }
  const rows: Record<string, number[]> = { ...known.rows, ...(await handler?.findOwnedRows?.(kernel.db, known)) }
  expect(rows['hr_reimbursement']).toEqual([approved, draft])
  const subject = { ...known, rows }
  const ctx = systemCtx(kernel, 'claims')
  const exported = JSON.stringify(await handler?.exportData?.(ctx, subject, 'person'))
  for (const text of ['Family trip', 'Clinic', 'Hotel', 'receipt.pdf']) expect(exported).toContain(text)

  const files = async () =>
    (await kernel.db.one<{ n: number }>(sql`select count(*) as n from file where claimed_by = 'hr_reimbursement_item'`))?.n
  expect(Number(await files())).toBe(1)
  for (let time = 0; time < 2; time++) await kernel.transaction(async (tx) => handler?.eraseData?.(tx, ctx, subject))
  expect(Number(await files())).toBe(0)
  expect(await claims.read(client, draft)).toMatchObject({ title: '', total_claimed: '20.00', items: [{ description: '', receipt: null }] })
  expect(await claims.read(client, approved)).toMatchObject({ title: 'Trip', items: [{ description: 'Clinic' }] })
})
