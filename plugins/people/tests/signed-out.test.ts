import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { storeFile } from '../../../core/file/files.ts'
import { filesDir } from '../../../core/file/folder-store.ts'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { resetPassword, createPasswordToken } from '../services/reset.ts'
import { forgetLimits, member } from './support.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['people', 'sheets'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const BOUNDARY = 'edge'
const sendForm = (method: 'PUT' | 'POST', url: string, fields: Record<string, string>, token: string, file?: string) =>
  it.app.http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: `${Object.entries(fields)
      .map(([k, v]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${k}"\r\n\r\n${v}\r\n`)
      .join(
        '',
      )}${file ? `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n` : ''}--${BOUNDARY}--\r\n`,
  })
const ownerToken = async () =>
  (await it.guest.post('/api/admin/login', { email: 'staff1@shop.test', password: 'a long password' })).body.token as string

let n = 0
describe('disabling a customer ends the session immediately', () => {
  const ways: Record<string, (id: number, email: string) => Promise<unknown>> = {
    'by staff': (id) => owner.put(`/api/admin/customer/${id}`, { enabled: false }),
    'by a form': async (id) => sendForm('PUT', `/api/admin/customer/${id}`, { enabled: '0' }, await ownerToken()),
    'by a sheet': async (_, email) => sendForm('POST', '/api/admin/customer/import', {}, await ownerToken(), `email,enabled\n${email},0\n`),
    'with many others': (id) => owner.put('/api/admin/customer/batch', { ids: [id], key: 'enabled', value: false }),
    'by hand in the database': (id) => it.kernel.db.run(sql`update customer set enabled = false where id = ${id}`),
  }
  test.each(Object.entries(ways))('%s', async (_, switchOff) => {
    const email = `off${++n}@shop.test`
    const may = await member(it, email)
    expect((await may.post('/api/info')).status).toBe(200)
    await switchOff(may.id, email)
    expect(await it.kernel.db.one(sql`select enabled from customer where id = ${may.id}`)).toEqual({ enabled: false })
    expect((await may.post('/api/info')).status).toBe(401)
    expect((await may.post('/api/token/refresh', { role: 'user' })).status).toBe(401)
  })
})

test('a disabled member of staff gets no new token either', async () => {
  const clerk = await it.staff(['get role'])
  const { id } = (await clerk.get('/api/admin')).body
  await it.kernel.db.run(sql`update account set enabled = false where id = ${id}`)
  expect((await clerk.post('/api/token/refresh', { role: 'admin' })).status).toBe(401)
})

describe('a password change clears a pending email address', () => {
  const ways: Record<string, (may: Client & { id: number }) => Promise<unknown>> = {
    'by a link that was mailed': async ({ id }) =>
      resetPassword(it.kernel, await it.kernel.transaction((tx) => createPasswordToken(tx, { id })), 'another password'),
    'by themselves': (may) =>
      may.put('/api/profile', {
        password: 'another password',
        password_confirmation: 'another password',
        current_password: 'a long password',
      }),
    'by staff': ({ id }) => owner.put(`/api/admin/customer/${id}`, { password: 'another password' }),
  }
  test.each(Object.entries(ways))('%s', async (_, change) => {
    const may = await member(it, `pending${++n}@shop.test`)
    await it.kernel.db.run(sql`update customer set pending_email = ${`thief${n}@shop.test`} where id = ${may.id}`)
    const before = await it.kernel.db.one(sql`select password_hash from customer where id = ${may.id}`)
    await forgetLimits(it)
    await change(may)
    const now = await it.kernel.db.one<{ password_hash: string; pending_email: string | null }>(
      sql`select password_hash, pending_email from customer where id = ${may.id}`,
    )
    expect({ password_hash: now?.password_hash }).not.toEqual(before)
    expect(now?.pending_email).toBeNull()
  })
})

test('private files are readable only by the system user the shop runs as', async () => {
  const bytes = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const { path } = await storeFile(it.kernel, it.kernel.db, { bytes, name: 'a.png', type: 'file', trusted: true, isPrivate: true })
  const file = join(filesDir(it.kernel), path)
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(statSync(dirname(file)).mode & 0o077).toBe(0)
})
