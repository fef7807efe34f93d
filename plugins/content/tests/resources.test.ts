import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { addFiles } from '../../../tests/support/files.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['content', 'catalogue'])
  await addFiles(it.kernel.db, ['img/a.png'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const made = async (resource: string, input: object) => {
  const { status, body } = await owner.post(`/api/admin/${resource}`, input)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const refused = async (resource: string, input: object) => {
  const { status, body } = await owner.post(`/api/admin/${resource}`, input)
  expect(status, JSON.stringify(body)).toBe(422)
  return body.messages
}

test('a menu entry requires title, type and url, and each type a valid url of its kind', async () => {
  expect(Object.keys(await refused('menu', { type: 'link', url: 'https://x.test' }))).toEqual(['title'])
  expect(await refused('menu', { title: 'x', type: 'page' })).toEqual({ url: ['This field is required.'] })
  expect(await refused('menu', { title: 'x', type: 'link', url: 'javascript:alert(1)' })).toEqual({
    url: ['This input must be a valid URL.'],
  })
  expect(await refused('menu', { title: 'x', type: 'link', url: '{host}//evil.test' })).toEqual({
    url: ['This input must be a valid URL.'],
  })
  expect(await refused('menu', { title: 'x', type: 'article', url: 'nowhere' })).toEqual({ url: ['This no longer exists.'] })
  expect(await refused('menu', { title: 'x', type: 'shop', url: 'x' })).toEqual({ type: ['Please choose one of the available options.'] })
  expect(await made('menu', { title: 'Web', type: 'link', url: 'http://other.test/' })).toMatchObject({ url: 'http://other.test/' })
  expect(await refused('menu', { title: 'x', type: 'category' })).toEqual({ url: ['This field is required.'] })
  expect(await made('menu', { title: 'Write', type: 'contact_us', url: 'elsewhere' })).toMatchObject({ url: 'contact-us' })
})

test('a new menu entry is placed 100 after its last sibling, and first where there is none', async () => {
  const parent = await made('menu', { title: 'Parent', type: 'category', url: 'tea', order: 900 })
  const first = await made('menu', { title: 'First', type: 'category', url: 'green', parent_id: parent.id })
  const second = await made('menu', { title: 'Second', type: 'category', url: 'black', parent_id: parent.id })
  expect([first.order, second.order]).toEqual([0, 100])
})

test('the whole menu is sorted in one request, and a partial menu is rejected', async () => {
  const before = (await owner.get('/api/admin/menu/flat')).body.data as { id: number; title: string; depth: number }[]
  const ids = before.map((m) => m.id)
  const [a, b, ...rest] = ids as [number, number, ...number[]]
  const nested = [{ id: b, children: [{ id: a, children: rest.map((id) => ({ id })) }] }]
  const sorted = await owner.put('/api/admin/menu/sort', { menus: nested })
  expect(sorted.status, JSON.stringify(sorted.body)).toBe(200)
  expect(sorted.body.data.map((m: any) => [m.id, m.depth, m.order])).toEqual([
    [b, 0, 0],
    [a, 1, 0],
    ...rest.map((id, i) => [id, 2, i * 100]),
  ])
  expect((await owner.put('/api/admin/menu/sort', { menus: [{ id: a }] })).body.messages.menus[0]).toContain('The list has changed')
  expect((await owner.put('/api/admin/menu/sort', { menus: [...nested, { id: a }] })).status).toBe(422)
  expect((await owner.put('/api/admin/menu/sort', { menus: [{ id: a, children: [{ id: a }] }] })).status).toBe(422)
  expect((await owner.put('/api/admin/menu/sort', { menus: 'x' })).status).toBe(422)
})

test('no row of a tree can be moved into itself', async () => {
  for (const [resource, more] of [
    ['menu', { type: 'category', url: 'x' }],
    ['category', { url: 'circle-top' }],
  ] as const) {
    const top = await made(resource, { title: 'Top', ...more })
    const below = await made(resource, { title: 'Below', ...more, url: 'circle-below', parent_id: top.id })
    const moved = await owner.put(`/api/admin/${resource}/${top.id}`, { parent_id: below.id })
    expect(moved.body.messages).toEqual({ parent_id: ['An item cannot be placed inside itself.'] })
    expect((await owner.put(`/api/admin/${resource}/${top.id}`, { parent_id: top.id })).status).toBe(422)
    expect((await owner.get(`/api/admin/${resource}/${top.id}`)).body.parent_id).toBeNull()
  }
})

test('a batch deletes a tree from its leaves, whatever the order of the ids', async () => {
  const top = await made('menu', { title: 'Top', type: 'category', url: 'x' })
  const below = await made('menu', { title: 'Below', type: 'category', url: 'y', parent_id: top.id })
  expect((await owner.delete(`/api/admin/menu/${top.id}`)).body.code).toBe('IN_USE')
  const deletion = await owner.delete('/api/admin/menu/batch', { ids: [top.id, below.id] })
  expect(deletion.body.success_ids.toSorted((a: number, b: number) => a - b)).toEqual([top.id, below.id])
  expect(deletion.body.fail_ids).toEqual([])
})

test('two folders with the same parent cannot share a name, and those with different parents can', async () => {
  const a = await made('folder', { name: 'Spring' })
  expect(await refused('folder', { name: 'Spring' })).toEqual({ name: ['Folder with same name exists'] })
  const inner = await made('folder', { name: 'Spring', parent_id: a.id })
  const other = await made('folder', { name: 'Summer' })
  expect((await owner.put(`/api/admin/folder/${other.id}`, { name: 'Spring' })).body.messages.name).toEqual([
    'Folder with same name exists',
  ])
  expect((await owner.put(`/api/admin/folder/${inner.id}`, { name: 'Spring' })).status).toBe(200)
})

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const upload = async () => {
  const boundary = 'xyz'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="dot.png"\r\ncontent-type: image/png\r\n\r\n`
  const answer = await it.app.http.inject({
    method: 'POST',
    url: '/api/admin/upload',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${await token()}` },
    payload: Buffer.concat([Buffer.from(head), png, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return answer.json() as { id: number; path: string }
}
const token = async () => {
  const { body } = await it.guest.post('/api/admin/login', { email: 'staff1@shop.test', password: 'a long password' })
  return body.token as string
}

test('a file can be put into a folder, and is not deleted while it is in use', async () => {
  const file = await upload()
  const folder = await made('folder', { name: 'Pictures' })
  await owner.put('/api/admin/file/batch', { ids: [file.id], key: 'folder_id', value: folder.id })
  const listed = await owner.get(`/api/admin/file?folder_id=${folder.id}`)
  expect(listed.body.data).toMatchObject([{ id: file.id, path: file.path, name: 'dot.png', folder_id: folder.id }])
  const page = await made('page', { title: 'Pictured', url: 'pictured', content: `<p><img src="/files/${file.path}"></p>` })
  expect((await owner.delete(`/api/admin/file/${file.id}`)).body.messages.id).toEqual(['This is used elsewhere and cannot be deleted.'])
  expect((await owner.delete(`/api/admin/folder/${folder.id}`)).body.code).toBe('IN_USE')
  await owner.delete(`/api/admin/page/${page.id}`)
  expect((await owner.delete(`/api/admin/file/${file.id}`)).status).toBeLessThan(300)
  // The file is unavailable at once; its bytes are deleted by a job.
  expect((await it.app.http.inject({ url: `/files/${file.path}` })).statusCode).toBe(404)
  const bytes = join(it.kernel.config.dataDir, 'files', file.path)
  expect(existsSync(bytes)).toBe(true)
  await it.jobs()
  expect(existsSync(bytes)).toBe(false)
})

test('a changed URL creates a redirect, older redirects skip the middle, and menu entries follow', async () => {
  const page = await made('page', { title: 'Moving', url: 'first-place' })
  const entry = await made('menu', { title: 'Moving', type: 'page', url: 'first-place' })
  await owner.put(`/api/admin/page/${page.id}`, { url: 'second-place' })
  await owner.put(`/api/admin/page/${page.id}`, { url: 'third-place' })
  const where = async (path: string) => (await it.guest.get(`/api/redirect?path=${path}`)).body
  expect(await where('/first-place')).toEqual({ target: '/third-place' })
  expect(await where('/second-place/')).toEqual({ target: '/third-place' })
  expect(await where('/third-place')).toEqual({})
  expect((await owner.get(`/api/admin/menu/${entry.id}`)).body.url).toBe('third-place')
  await owner.put(`/api/admin/page/${page.id}`, { url: 'first-place' })
  expect(await where('/first-place')).toEqual({})
  expect(await where('/third-place')).toEqual({ target: '/first-place' })
})

test('the old URLs of a product and of a category redirect to the new ones too', async () => {
  const product = await made('product', { name: 'Tea', sku: 'R1', url: 'tea-old', stocks: [{ price: '10.00' }] })
  await owner.put(`/api/admin/product/${product.id}`, { url: 'tea-new' })
  expect((await it.guest.get('/api/redirect?path=/product/tea-old')).body).toEqual({ target: '/product/tea-new' })
  const category = await made('category', { title: '茶', url: '茶' })
  await owner.put(`/api/admin/category/${category.id}`, { url: 'cha' })
  expect((await it.guest.get(`/api/redirect?path=${encodeURIComponent('/category/茶')}`)).body).toEqual({ target: '/category/cha' })
  expect((await it.guest.get('/api/redirect?path=/category/%25E8%258C%25B6')).body).toEqual({ target: '/category/cha' })
})

test('a redirect leads from a path to a path or an http URL, and nowhere else', async () => {
  expect(Object.keys(await refused('redirect', { source: 'x', target: 'y' })).length).toBeGreaterThan(0)
  expect(await refused('redirect', { source: '/x', target: 'javascript:alert(1)' })).toHaveProperty('target')
  expect(await refused('redirect', { source: '/x', target: '//evil.test' })).toHaveProperty('target')
  expect(await refused('redirect', { source: '/x', target: '/x' })).toHaveProperty('target')
  await made('redirect', { source: '/x', target: 'https://other.test/y' })
  await made('redirect', { source: '/one', target: '/two' })
  await made('redirect', { source: '/two', target: '/three' })
  expect(await refused('redirect', { source: '/three', target: '/one' })).toEqual({
    target: ['This redirect leads back to the old path. Choose another target.'],
  })
})

test('an article requires title, url and content, a blog category title, url and order, a slide its image', async () => {
  expect(Object.keys(await refused('article', {})).sort()).toEqual(['content', 'title', 'url'])
  expect(Object.keys(await refused('blog_category', {})).sort()).toEqual(['order', 'title', 'url'])
  expect(await refused('slider', { title: 'x', image: '' })).toEqual({ image: ['Please upload a picture.'] })
  expect(await refused('slider', { title: 'x', image: 'img/a.png', url: 'javascript:1' })).toEqual({
    url: ['This input must be a valid URL.'],
  })
})

test('a suggested url is pinyin without tones, at most 15 characters, and four digits of the time', async () => {
  for (const [resource, field] of [
    ['page', 'url'],
    ['article', 'url'],
    ['blog_category', 'url'],
    ['landing_page', 'url'],
  ]) {
    const { body } = await owner.post('/api/admin/slug', { resource, field, text: '春茶到了？ 新/舊 Tea' })
    expect(body.value, resource).toMatch(/^chun-?cha-?dao-?l?[a-z-]*-\d{4}$/)
    expect(body.value.replace(/-\d{4}$/, '').length).toBeLessThanOrEqual(15)
  }
})

test('the editor of a short text begins small', () => {
  const short = [...it.kernel.registry.resources.values()].flatMap((r) =>
    r.fields
      .filter(({ name, meta }) => meta.kind === 'rich' && name.startsWith('short_'))
      .map(({ name, meta }) => [r.name, name, meta.small]),
  )
  expect(short.length).toBeGreaterThan(4)
  expect(short.filter(([, , small]) => small !== true)).toEqual([])
})
