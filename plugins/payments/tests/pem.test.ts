import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['payments'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

test('a PEM file is stored, shown by its fingerprint and never returned', async () => {
  expect((await owner.get('/api/admin/check/pem')).body).toEqual({ exists: false })
  const upload = await owner.post('/api/admin/upload/pem', { pem })
  expect(upload.status).toBe(201)
  const check = (await owner.get('/api/admin/check/pem')).body
  expect(check).toMatchObject({ exists: true, kind: 'private key', not_after: null })
  expect(check.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  for (const path of ['check/pem', 'settings/payment', 'audit?limit=100']) {
    const { raw } = await owner.get(`/api/admin/${path}`)
    expect(raw.body, path).not.toContain(pem.split('\n')[1])
  }
  expect((await it.guest.get('/api/settings?groups=payment')).body.payment).toEqual({})
})

test('both parts of a key pair have the same fingerprint', async () => {
  await owner.post('/api/admin/upload/pem', { pem })
  const ofPrivate = (await owner.get('/api/admin/check/pem')).body.fingerprint
  await owner.post('/api/admin/upload/pem', { pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() })
  expect((await owner.get('/api/admin/check/pem')).body).toMatchObject({ kind: 'public key', fingerprint: ofPrivate })
})

test('an invalid PEM file is rejected and the stored one is kept', async () => {
  await owner.post('/api/admin/upload/pem', { pem })
  const refused = await owner.post('/api/admin/upload/pem', { pem: 'hello' })
  expect(refused.status).toBe(422)
  expect(refused.body.messages).toHaveProperty('pem')
  expect((await owner.get('/api/admin/check/pem')).body.exists).toBe(true)
})

test('uploading a PEM file requires the permission to update the configuration', async () => {
  const reader = await it.staff(['get configuration'])
  expect((await reader.get('/api/admin/check/pem')).status).toBe(200)
  expect((await reader.post('/api/admin/upload/pem', { pem })).status).toBe(403)
})
