import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import { type TestApp, testApp } from '../support/app.ts'

let it: TestApp
let token: string
beforeAll(async () => {
  it = await testApp(['sheets', 'people'])
  await it.staff('owner')
  token = (await it.guest.post('/api/admin/login', { email: 'staff1@shop.test', password: 'a long password' })).body.token
})
afterAll(() => it.close())
beforeEach(() => it.kernel.db.run(sql`delete from role where name = 'Odd'`))

const cell = (value: string) => `"${value.replaceAll('"', '""')}"`
const send = (url: string, body: string, type: string) =>
  it.app.http.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}`, 'content-type': type }, payload: body })
const sheet = (list: string) => {
  const rows = `name,permission_list\r\n${cell('Odd')},${cell(list)}\r\n`
  return `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${rows}\r\n--b--\r\n`
}

test.each([
  '[1,2]',
  '[null]',
  '[{"a":1}]',
  '[["get account"]]',
  '{"a":1}',
  '{"length":3}',
  '[true]',
  'true',
  '5',
  'null',
  '"get account"',
  '[',
  ';;;',
  'get accounts;update',
  '__proto__;constructor',
  `[${'['.repeat(2000)}`,
  'x'.repeat(5_000),
])('permissions given as %s are refused at their column, in a sheet as in a form', async (list) => {
  const answer = await send('/api/admin/role/import', sheet(list), 'multipart/form-data; boundary=b')
  expect(answer.statusCode, answer.body.slice(0, 300)).toBeLessThan(500)
  expect(answer.body).not.toMatch(/is not a function|not iterable|Cannot read|unexpected error/i)
  const form = `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nOdd\r\n--b\r\nContent-Disposition: form-data; name="permission_list"\r\n\r\n${list}\r\n--b--\r\n`
  const made = await send('/api/admin/role', form, 'multipart/form-data; boundary=b')
  expect(made.statusCode, made.body.slice(0, 300)).toBeLessThan(500)
  const stored = await it.kernel.db.rows<{ permission_list: string[] }>(sql`select permission_list from role where name = 'Odd'`)
  expect(stored.flatMap((role) => role.permission_list)).toEqual([])
})
