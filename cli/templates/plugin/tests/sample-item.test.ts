import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { seed } from '../seed.ts'

const shop = suite(['sample', 'sheets'])

test('a created item is listed and can be updated and deleted', async () => {
  const made = await shop.owner.post('/api/admin/sample_item', { title: 'The first', url: 'the-first' })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const listed = await shop.owner.get('/api/admin/sample_item?q=first')
  expect(listed.body.data).toMatchObject([{ title: 'The first', url: 'the-first', enabled: true }])
  const changed = await shop.owner.put(`/api/admin/sample_item/${made.body.id}`, {
    title: 'The better',
    version: made.body.version,
  })
  expect(changed.body.title).toBe('The better')
  expect((await shop.owner.delete(`/api/admin/sample_item/${made.body.id}`)).status).toBe(200)
})

test('a url is unique', async () => {
  await shop.owner.post('/api/admin/sample_item', { title: 'One', url: 'same' })
  const again = await shop.owner.post('/api/admin/sample_item', { title: 'Two', url: 'same' })
  expect(again.status).toBe(422)
  expect(again.body.messages).toHaveProperty('url')
})

test('a CSV export contains every item', async () => {
  await shop.owner.post('/api/admin/sample_item', { title: 'On a sheet', url: 'on-a-sheet' })
  const { body } = await shop.owner.get('/api/admin/sample_item/export?format=csv')
  expect(body).toContain('On a sheet')
})

test('the viewer preset allows reading and nothing else', async () => {
  const viewer = await shop.it.staff('sample.viewer')
  expect((await viewer.get('/api/admin/sample_item')).status).toBe(200)
  expect((await viewer.post('/api/admin/sample_item', { title: 'No', url: 'no' })).status).toBe(403)
})

test('seeding demo data twice creates one example', async () => {
  await seed(shop.it.ctx, 'demo')
  await seed(shop.it.ctx, 'demo')
  expect((await shop.owner.get('/api/admin/sample_item?q=An%20example')).body.total).toBe(1)
})
