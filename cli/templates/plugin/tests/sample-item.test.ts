import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['sample', 'sheets'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

test('what is made stands in the list and can be changed and deleted', async () => {
  const made = await owner.post('/api/admin/sample_item', { title: 'The first', url: 'the-first' })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const listed = await owner.get('/api/admin/sample_item?q=first')
  expect(listed.body.data).toMatchObject([{ title: 'The first', url: 'the-first', enabled: true }])
  const changed = await owner.put(`/api/admin/sample_item/${made.body.id}`, {
    title: 'The better',
    version: made.body.version,
  })
  expect(changed.body.title).toBe('The better')
  expect((await owner.delete(`/api/admin/sample_item/${made.body.id}`)).status).toBe(200)
})

test('an address is given once', async () => {
  await owner.post('/api/admin/sample_item', { title: 'One', url: 'same' })
  const again = await owner.post('/api/admin/sample_item', { title: 'Two', url: 'same' })
  expect(again.status).toBe(422)
  expect(again.body.messages).toHaveProperty('url')
})

test('a sheet takes everything out', async () => {
  await owner.post('/api/admin/sample_item', { title: 'On a sheet', url: 'on-a-sheet' })
  const { body } = await owner.get('/api/admin/sample_item/export?format=csv')
  expect(body).toContain('On a sheet')
})

test('whoever holds the preset for looking may look and no more', async () => {
  const viewer = await it.staff(it.kernel.registry.presets.get('sample.viewer') ?? [])
  expect((await viewer.get('/api/admin/sample_item')).status).toBe(200)
  expect((await viewer.post('/api/admin/sample_item', { title: 'No', url: 'no' })).status).toBe(403)
})
