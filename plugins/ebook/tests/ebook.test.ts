import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { storeFile } from '../../../core/file/files.ts'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { addFiles } from '../../../tests/support/files.ts'

let it: TestApp
let owner: Client
let may: Client
const books: Record<string, number> = {}
let product: { id: number; stocks: { id: number }[] }

const pdf = Buffer.from('%PDF-1.4\n%%EOF\n')

beforeAll(async () => {
  it = await testApp(['ebook', 'returns', 'inventory'])
  owner = await it.staff('owner')
  may = await signedIn(it, 'may')
  const stocks = [{ price: '10.00' }]
  product = (await owner.post('/api/admin/product', { name: 'Tea notes', sku: 'E1', url: 'tea-notes', track_inventories: false, stocks }))
    .body
  for (const access of ['public', 'login', 'purchase']) {
    // Uploaded by staff: at first the file has a public URL like any other.
    const { path } = await storeFile(it.kernel, it.kernel.db, { bytes: pdf, name: `${access}.pdf`, type: 'file', trusted: true })
    const more = access === 'purchase' ? { product_id: product.id } : {}
    const made = await owner.post('/api/admin/ebook', { title: `Book ${access}`, url: access, file: path, access, ...more })
    books[access] = made.body.id
  }
})
afterAll(() => it.close())

async function signedIn(at: TestApp, name: string): Promise<Client> {
  const password = 'a long password'
  const email = `${name}@shop.test`
  await at.guest.post('/api/register', { email, first_name: name, last_name: 'Chan', password, password_confirmation: password })
  return at.as((await at.guest.post('/api/login', { email, password })).body.token)
}

const fetchBook = (client: Client, access: string) => client.post(`/api/ebook/${books[access]}/download`)

test('the list shows every enabled ebook and where to buy it, and no file', async () => {
  const { body } = await it.guest.get('/api/ebook')
  expect(body.data.map((b: { url: string }) => b.url)).toEqual(['public', 'login', 'purchase'])
  expect(body.data[2].product).toEqual({ name: 'Tea notes', url: 'tea-notes' })
  expect(JSON.stringify(body)).not.toContain('doc/')
  await owner.put(`/api/admin/ebook/${books.login}`, { enabled: false })
  expect((await it.guest.get('/api/ebook')).body.data).toHaveLength(2)
  expect((await fetchBook(may, 'login')).status).toBe(404)
  await owner.put(`/api/admin/ebook/${books.login}`, { enabled: true })
})

test('a download is a signed URL that expires, and the file has no other', async () => {
  const { status, body, headers } = await fetchBook(it.guest, 'public')
  expect(status).toBe(200)
  expect(body.expires_in).toBe(600)
  expect(headers['cache-control']).toBe('no-store')
  const file = await it.guest.get(body.url)
  expect(file.status).toBe(200)
  expect(file.headers['cache-control']).toBe('private, no-store')
  const [path, query] = body.url.split('?')
  const bare = await it.guest.get(path)
  expect(bare.status).toBe(403)
  expect(bare.body.messages).toEqual(['You do not have permission to download this file'])
  const later = new URLSearchParams(query)
  later.set('expires', String(Number(later.get('expires')) + 60))
  expect((await it.guest.get(`${path}?${later}`)).status).toBe(403)
})

test('a denied download has the message of the specification', async () => {
  for (const [client, access] of [
    [it.guest, 'login'],
    [it.guest, 'purchase'],
    [may, 'purchase'],
  ] as const) {
    const { status, body } = await fetchBook(client, access)
    expect(status).toBe(403)
    expect(body).toEqual({ code: 'NO_FILE_PERMISSION', messages: ['You do not have permission to download this file'] })
  }
  expect((await fetchBook(may, 'login')).status).toBe(200)
})

test('a buyer gets the ebook once the order is paid, and loses it when it is refunded', async () => {
  await owner.post('/api/admin/payment_method', { code: 'bank', title: 'Bank', instructions: '<p>Pay</p>' })
  await owner.post('/api/admin/shipping_method', { code: 'post', title: 'Post', price: '0.00' })
  const stock = product.stocks[0]?.id
  const cart = (await may.post('/api/cart/item', { stock_id: stock, quantity: 1 })).body
  const placedOrder = await may.post('/api/checkout', {
    cart_id: cart.cart_id,
    shipping_address: { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '25400000', address: '18 Wing Lok Street' },
    shipping_method: 'post',
    payment_method: 'bank',
  })
  expect(placedOrder.status, JSON.stringify(placedOrder.body)).toBeLessThan(300)
  const order = await it.kernel.db.one<{ id: number }>(sql`select id from sales_order order by id desc limit 1`)
  expect((await fetchBook(may, 'purchase')).status).toBe(403)
  await owner.post(`/api/admin/order/${order?.id}/pay`)
  expect((await fetchBook(may, 'purchase')).status).toBe(200)
  const { lines, shipping } = (await owner.get(`/api/admin/order/${order?.id}`)).body
  const back = await owner.post(`/api/admin/order/${order?.id}/refund`, {
    reason: 'Changed their mind',
    method: 'cash',
    shipping,
    lines: lines.map((l: { id: number; quantity: number }) => ({ order_line_id: l.id, quantity: l.quantity })),
  })
  expect(back.status, JSON.stringify(back.body)).toBe(201)
  expect((await fetchBook(may, 'purchase')).status).toBe(403)
})

test('downloads are counted, and the IP address is stored as a hash only', async () => {
  const before = (await owner.get(`/api/admin/ebook/${books.public}`)).body.downloads
  await fetchBook(may, 'public')
  expect((await owner.get(`/api/admin/ebook/${books.public}`)).body.downloads).toBe(before + 1)
  const rows = await it.kernel.db.rows<{ ip_hash: string; customer_id: number | null }>(
    sql`select ip_hash, customer_id from ebook_download where ebook_id = ${books.public} order by id desc limit 1`,
  )
  expect(rows[0]?.customer_id).not.toBeNull()
  expect(rows[0]?.ip_hash).toMatch(/^[\w-]{40,}$/)
  expect(rows[0]?.ip_hash).not.toContain('127.0.0.1')
})

test('an ebook that has to be bought requires a product', async () => {
  await addFiles(it.kernel.db, ['doc/00/000000000000000000000000.pdf'])
  const { status, body } = await owner.post('/api/admin/ebook', {
    title: 'X',
    url: 'x',
    file: 'doc/00/000000000000000000000000.pdf',
    access: 'purchase',
  })
  expect(status).toBe(422)
  expect(body.messages).toEqual({ product_id: ['This field is required.'] })
})

test('without the sales plugin no purchase gives access', async () => {
  const alone = await testApp(['ebook', 'people'])
  const { id } = (
    await (await alone.staff('owner')).post('/api/admin/product', { name: 'A', sku: 'A', url: 'a', stocks: [{ price: '1.00' }] })
  ).body
  await alone.kernel.db.run(sql`insert into ebook (url, file, access, product_id) values ('a', '{"en-US": "doc/a"}', 'purchase', ${id})`)
  const lee = await signedIn(alone, 'lee')
  expect((await lee.post('/api/ebook/1/download')).status).toBe(403)
  await alone.close()
})
