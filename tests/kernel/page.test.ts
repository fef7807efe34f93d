import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../support/app.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['content'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

test('a page is created, read in its language and listed', async () => {
  const made = await owner.post('/api/admin/page', {
    title: 'About us',
    url: 'about',
    content: '<p onclick="x()">Hi</p>',
    language: 'en-US',
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(made.body).toMatchObject({ title: 'About us', url: 'about', enabled: true, content: '<p>Hi</p>', version: 1 })
  const read = await owner.get(`/api/admin/page/${made.body.id}?language=*`)
  expect(read.body.title).toEqual({ 'en-US': 'About us' })
  const list = await owner.get('/api/admin/page?sort=title&q=about')
  expect(list.body).toMatchObject({ total: 1, page: 1, limit: 10 })
  expect(list.body.data[0]).toMatchObject({ title: 'About us', url: 'about' })
})

test('a translation leaves the other languages unchanged', async () => {
  const { body } = await owner.post('/api/admin/page', { title: 'Tea', url: 'tea' })
  const changed = await owner.put(`/api/admin/page/${body.id}`, { title: '茶', language: 'zh-HK' })
  expect(changed.body.title).toBe('茶')
  const all = await owner.get(`/api/admin/page/${body.id}?language=*`)
  expect(all.body.title).toEqual({ 'en-US': 'Tea', 'zh-HK': '茶' })
  const simplified = await owner.get(`/api/admin/page/${body.id}?language=zh-CN`)
  expect(simplified.body.title).toBe('Tea')
})

test('every invalid value is reported by its field', async () => {
  const made = await owner.post('/api/admin/page', { title: ' ', url: 'a b', enabled: 'yes', nonsense: 1 })
  expect(made.status).toBe(422)
  expect(Object.keys(made.body.messages).sort()).toEqual(['enabled', 'nonsense', 'title', 'url'])
  expect(made.body.messages.title).toEqual(['This field is required.'])
})

test('a URL reserved by the site cannot be used for a page', async () => {
  const made = await owner.post('/api/admin/page', { title: 'x', url: 'checkout' })
  expect(made.status).toBe(422)
  expect(made.body.messages.url[0]).toContain('checkout')
})

test('a duplicate url is refused at its field with the specified message', async () => {
  await owner.post('/api/admin/page', { title: 'One', url: 'one' })
  const again = await owner.post('/api/admin/page', { title: 'Two', url: 'one' })
  expect(again.status).toBe(422)
  expect(again.body.messages.url).toEqual(['Please make sure that URL field is unique'])
})

test('a stale update returns the current row and changes nothing', async () => {
  const { body } = await owner.post('/api/admin/page', { title: 'Old', url: 'stale' })
  await owner.put(`/api/admin/page/${body.id}`, { title: 'New', version: 1 })
  const late = await owner.put(`/api/admin/page/${body.id}`, { title: 'Late', version: 1 })
  expect(late.status).toBe(409)
  expect(late.body).toMatchObject({ code: 'STALE', current: { title: { 'en-US': 'New' }, version: 2 } })
})

test('a batch lists the changed rows and the reason for each failed one', async () => {
  const { body } = await owner.post('/api/admin/page', { title: 'Batch', url: 'batch' })
  const done = await owner.put('/api/admin/page/batch', { ids: [body.id, 999_999], key: 'enabled', value: false })
  expect(done.body).toMatchObject({ success_ids: [body.id], fail_ids: [999_999] })
  expect(done.body.fails[0].reason).toBe('This record does not exist.')
  const deleted = await owner.delete('/api/admin/page/batch', { ids: [body.id] })
  expect(deleted.body.success_ids).toEqual([body.id])
})

test('the store shows an enabled page and hides a disabled one', async () => {
  const { body } = await owner.post('/api/admin/page', {
    title: 'Shown',
    url: 'shown',
    content: '{"blocks":[{"type":"paragraph","data":{"text":"Hello <script>x</script>"}}]}',
  })
  const visiblePage = await it.guest.post('/api/page', { url: 'shown' })
  expect(visiblePage.body).toMatchObject({ title: 'Shown', content: '<p>Hello </p>' })
  await owner.put(`/api/admin/page/${body.id}`, { enabled: false })
  expect((await it.guest.post('/api/page', { url: 'shown' })).status).toBe(404)
})

test('staff without the permission are refused, guests must sign in', async () => {
  const viewer = await it.staff(['get page'])
  expect((await viewer.get('/api/admin/page')).status).toBe(200)
  expect((await viewer.post('/api/admin/page', { title: 'x', url: 'x1' })).status).toBe(403)
  expect((await it.guest.get('/api/admin/page')).body).toMatchObject({ code: 'UNAUTHENTICATED', error: 'login_required' })
})
