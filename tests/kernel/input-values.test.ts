import { expect, test } from 'vitest'
import { suite } from '../support/suite.ts'
import { form } from '../support/multipart.ts'

const shop = suite(['catalogue', 'content'])

const send = (method: 'post' | 'put', path: string, fields: Record<string, string>) => {
  const { body, headers } = form(fields)
  return shop.owner[method](path, body, headers)
}

let n = 0
const brand = async () => (await shop.owner.post('/api/admin/brand', { title: 'Kiln', url: `kiln-${++n}` })).body.id as number

test('a form names many related rows one by one, and clears them with an empty value', async () => {
  const category = (await shop.owner.post('/api/admin/category', { title: 'Tea', url: 'tea' })).body.id
  const product = { name: 'Pot', 'stocks[0][price]': '1', sku: 'POT' }
  const made = await send('post', '/api/admin/product', { ...product, 'categories[0]': String(category) })
  expect([made.status, made.body.categories]).toEqual([201, [category]])
  const out = await send('put', `/api/admin/product/${made.body.id}`, { 'categories[]': '' })
  expect([out.status, out.body.categories]).toEqual([200, []])
  const json = await shop.owner.put(`/api/admin/product/${made.body.id}`, { categories: [String(category)] })
  expect([json.status, json.body.categories]).toEqual([200, [category]])
})

test('a batch sets a flag by form too, and by 1 and 0 in JSON', async () => {
  const id = await brand()
  const now = async () => (await shop.owner.get(`/api/admin/brand/${id}`)).body.enabled
  for (const [value, then] of [
    ['0', false],
    ['1', true],
    ['no', false],
  ] as const) {
    expect((await send('put', '/api/admin/brand/batch', { 'ids[0]': String(id), key: 'enabled', value })).body.success_ids).toEqual([id])
    expect(await now()).toBe(then)
  }
  for (const value of [1, 0, true, false]) {
    expect((await shop.owner.put('/api/admin/brand/batch', { ids: [id], key: 'enabled', value })).body.success_ids).toEqual([id])
    expect(await now()).toBe(Boolean(value))
  }
  expect((await shop.owner.put('/api/admin/brand/batch', { ids: [id], key: 'enabled', value: 2 })).body.fail_ids).toEqual([id])
})

test('a batch delete by name reports the result for each name', async () => {
  const id = await brand()
  const answer = await shop.owner.delete('/api/admin/brand/batch', { names: [`kiln-${n}`, 'ghost'] })
  expect(answer.body).toEqual({ success_ids: [id], fail_ids: ['ghost'], fails: [{ id: 'ghost', reason: 'This record does not exist.' }] })
  expect((await shop.owner.delete('/api/admin/brand/batch', { names: ['ghost'] })).body.fail_ids).toEqual(['ghost'])
})

test('a required rich text with no content is refused as missing', async () => {
  const required = { content: ['This field is required.'] }
  for (const content of [{ blocks: [] }, { blocks: [{ type: 'paragraph', data: { text: '&nbsp; ' } }] }, '<p> </p>', '<p><br></p>', ' ']) {
    const answer = await shop.owner.post('/api/admin/article', { title: 'a', url: `a-${++n}`, content })
    expect([answer.status, answer.body.messages]).toEqual([422, required])
  }
  for (const content of ['<p>1</p>', '<hr>', { blocks: [{ type: 'delimiter', data: {} }] }, '5 < 6'])
    expect((await shop.owner.post('/api/admin/article', { title: 'a', url: `a-${++n}`, content })).status).toBe(201)
  const blank = await shop.owner.post('/api/admin/article', {
    title: 'a',
    url: `a-${++n}`,
    content: { 'en-US': '<p>1</p>', 'zh-HK': '{"blocks":[]}' },
  })
  expect(blank.status).toBe(201)
})

test('a landing page requires a name', async () => {
  const page = { url: `l-${++n}`, published_at: '2026-01-01T00:00:00Z' }
  for (const name of ['', '  ']) {
    const answer = await shop.owner.post('/api/admin/landing_page', { ...page, name })
    expect([answer.status, answer.body.messages]).toEqual([422, { name: ['This field is required.'] }])
  }
})

test('an invalid key is refused with the reason: its characters, or its first one', async () => {
  const getKeyMessages = async (key: string) => (await shop.owner.post('/api/admin/attribute', { key, label: 'x' })).body.messages?.key
  expect(await getKeyMessages('2attr')).toEqual(['Input must start with a lowercase letter.'])
  expect(await getKeyMessages('a-b')).toEqual(['Input can only contain lowercase letters, numbers and _ character'])
})

test('a form with unnamed parts or a boundary that is too long is refused', async () => {
  const bodies = [
    ['--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--\r\n', 'b'],
    ['x', 'b'.repeat(300)],
  ] as const
  for (const path of ['/api/login', '/api/nowhere'])
    for (const [body, edge] of bodies) {
      const answer = await shop.guest.post(path, body, { 'content-type': `multipart/form-data; boundary=${edge}` })
      expect([path, answer.status]).toEqual([path, path === '/api/nowhere' ? answer.status : 400])
      expect(answer.status).toBeLessThan(500)
    }
})

const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a picture field accepts image bytes or the path of an uploaded picture', async () => {
  const refused = ['Please upload a picture of type svg, jpeg, png, gif or webp.']
  for (const image of ['x', 'img/x.exe', 'doc/x.png', 'img/../x.png', 'data:text/html;base64,PGI+', 'data:image/png;base64,PGI+']) {
    const answer = await shop.owner.post('/api/admin/brand', { title: 'b', url: `b-${++n}`, image })
    expect([image, answer.status, answer.body.messages]).toEqual([image, 422, { image: refused }])
  }
  const made = await shop.owner.post('/api/admin/brand', { title: 'b', url: `b-${++n}`, image: PNG })
  expect(made.body.image).toMatch(/^img\/.+\.png$/)
  expect((await shop.guest.get(`/files/${made.body.image}`)).headers['content-type']).toBe('image/png')
  const again = await shop.owner.post('/api/admin/brand', { title: 'b', url: `b-${++n}`, image: made.body.image })
  expect(again.body.image).toBe(made.body.image)
  const product = await shop.owner.post('/api/admin/product', { name: 'Pot', stocks: [{ price: '1' }], images: [{ path: PNG }] })
  expect(product.body.images[0].path).toMatch(/^img\/.+\.png$/)
  const update = await send('put', `/api/admin/product/${product.body.id}`, { 'image_list[0]': 'x' })
  expect([update.status, update.body.messages]).toEqual([422, { 'images.0.path': refused }])
})

test('a new password must match its confirmation', async () => {
  const answer = await shop.owner.put('/api/admin', {
    password: 'Fresh-Horse-99',
    password_confirmation: 'Fresh-Horse-98',
    current_password: 'a long password',
  })
  expect([answer.status, answer.body.messages]).toEqual([422, { password_confirmation: ['The password confirmation does not match.'] }])
})
