import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'

const shop = suite(['hr'])
const own = async (client = shop.owner) => (await client.get('/api/admin/my/employee')).body
const setSelfService = (enabled: boolean) => shop.owner.put('/api/admin/settings/employee', { enabled })

test('an account sees its own employee record, and without one who can add it', async () => {
  await setSelfService(true)
  const manager = await shop.it.staff(['create hr employee'])
  const account = (await shop.owner.get('/api/admin/account?sort=-id&limit=1')).body.data[0]
  const before = await own(manager)
  expect(before).toMatchObject({ enabled: true, employee: null })
  expect(before.ask).toContain(account.name)
  await shop.owner.post('/api/admin/hr_employee', { staff_no: 'S-1', name: 'May', join_date: '2026-01-01', account_id: account.id })
  expect(await own(manager)).toMatchObject({ employee: { name: 'May', staff_no: 'S-1', join_date: '2026-01-01' }, ask: [] })
})

test('with self-service off there is no record and nobody to ask', async () => {
  await setSelfService(false)
  expect(await own()).toEqual({ enabled: false, employee: null, ask: [] })
})

test('a visitor who is not signed in gets no answer', async () => {
  expect((await shop.it.guest.get('/api/admin/my/employee')).status).toBe(401)
})
