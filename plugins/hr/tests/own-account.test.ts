import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite, toFormData } from 'stoa/testing'

const shop = suite(['hr', 'sheets'])
const rights = [
  'create hr employee',
  'update hr employee',
  'get hr employee',
  'batch update hr employee',
  'import hr employee',
  'see all hr employee',
]
const lastAccount = async () => (await shop.it.kernel.db.one<{ id: number }>(sql`select max(id) as id from account`))?.id ?? 0
let count = 0
const hire = async (values: object = {}) =>
  (
    await shop.owner.post('/api/admin/hr_employee', {
      staff_no: `O-${++count}`,
      name: `Person ${count}`,
      join_date: '2026-01-01',
      ...values,
    })
  ).body
const refused = { code: 'INVALID', messages: { account_id: [expect.stringContaining('Somebody else')] } }

test('nobody links their own account to an employee, and so reads the payslips of somebody else', async () => {
  const manager = await shop.it.staff(rights)
  const account_id = await lastAccount()
  const employee = await hire()
  const input = { staff_no: 'O-own', name: 'Own', join_date: '2026-01-01', account_id }
  expect((await manager.post('/api/admin/hr_employee', input)).body).toEqual(refused)
  expect((await manager.put(`/api/admin/hr_employee/${employee.id}`, { account_id, version: employee.version })).body).toEqual(refused)
  const form = toFormData({ _method: 'PUT', account_id: String(account_id), version: String(employee.version) })
  expect((await manager.post(`/api/admin/hr_employee/${employee.id}`, form)).status).toBe(422)
  expect((await shop.owner.get(`/api/admin/hr_employee/${employee.id}`)).body.account_id).toBeNull()
})

test('nobody unlinks their own account, and so decides about their own pay', async () => {
  const manager = await shop.it.staff(rights)
  const own = await hire({ account_id: await lastAccount() })
  const unlink = { account_id: null, version: own.version }
  expect((await manager.put(`/api/admin/hr_employee/${own.id}`, unlink)).body).toEqual(refused)
  expect((await manager.put(`/api/admin/hr_employee/${own.id}`, { name: 'New name', version: own.version })).status).toBe(200)
})

test('accounts of others are linked, and the own one with the right', async () => {
  await shop.it.staff([])
  const other = await lastAccount()
  const manager = await shop.it.staff(rights)
  const input = { staff_no: 'O-other', name: 'Other', join_date: '2026-01-01', account_id: other }
  expect((await manager.post('/api/admin/hr_employee', input)).status).toBe(201)
  const director = await shop.it.staff([...rights, 'link own hr employee'])
  const own = { staff_no: 'O-director', name: 'Director', join_date: '2026-01-01', account_id: await lastAccount() }
  expect((await director.post('/api/admin/hr_employee', own)).status).toBe(201)
})
