import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { auditFaults } from '../../plugins/staff/services/audit-proof.ts'
import { linkAudit } from '../../plugins/staff/services/audit-chain.ts'
import { openShop, fine, type Shop } from '../support/selling-shop.ts'
import type { Client } from '../support/app.ts'

/** A person who used every feature of a shop, and the data that remains after erasure. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, [
    'payments',
    'wishlist',
    'ebook',
    'content',
    'notes',
    'staff',
    'sheets',
    'approvals',
    'desk',
    'calendar',
    'labels',
  ])
})
afterAll(() => shop.it.close())

const EMAIL = 'zephyrine@shop.test'
/** Words that the person or others wrote; they occur only in the person's data. */
const words = [
  EMAIL,
  'Zephyrine',
  'Quillfeather',
  '61234567',
  '77 Marmalade Alley',
  'gate-is-green',
  'rings-twice',
  'paid-at-noon',
  'wrong-shade',
  'too-bright',
  'for-the-attic',
  'where-is-it',
  'called-her-today',
  'her-dog-bites',
  'parcel-at-neighbour',
  'TRACK-4711',
  'refund-because-kind',
  'to-the-roof',
]
const home = {
  first_name: 'Zephyrine',
  last_name: 'Quillfeather',
  country: 'HKG',
  contact_number: '61234567',
  address: '77 Marmalade Alley',
}
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

interface Life {
  customer: number
  person: number
  token: string
  client: Client
  orders: { id: number; number: string }[]
  proof: string
}

async function showProof(number: string, token: string): Promise<void> {
  const mark = 'mark1234'
  const head = `--${mark}\r\nContent-Disposition: form-data; name="note"\r\n\r\npaid-at-noon\r\n--${mark}\r\nContent-Disposition: form-data; name="file"; filename="Zephyrine.png"\r\nContent-Type: image/png\r\n\r\n`
  const answer = await shop.it.app.http.inject({
    method: 'POST',
    url: `/api/order/${number}/proof`,
    payload: Buffer.concat([Buffer.from(head), png, Buffer.from(`\r\n--${mark}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${mark}`, authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
}

/**
 * Uses every feature: an account, addresses, wishlist, orders with payment proof, shipment and return, and messages from and about the
 * person.
 */
async function live(): Promise<Life> {
  const { it, owner } = shop
  await it.kernel.settings.write(it.kernel, it.ctx, 'contact', { notify_email: 'desk@shop.test' }, 'en-US')
  fine(
    await it.guest.post('/api/register', {
      email: EMAIL,
      first_name: 'Zephyrine',
      last_name: 'Quillfeather',
      country_code: '852',
      phone: '61234567',
      password: 'a long password',
      password_confirmation: 'a long password',
    }),
  )
  await it.kernel.db.run(sql`update customer set email_verified_at = now(), phone_verified_at = now() where email = ${EMAIL}`)
  const { token } = fine(await it.guest.post('/api/login', { email: EMAIL, password: 'a long password' })).body
  const client = it.as(token)
  const row = await it.kernel.db.one<{ id: number; person_id: number }>(sql`select id, person_id from customer where email = ${EMAIL}`)
  const customer = row?.id ?? 0
  fine(await client.post('/api/address', { ...home, default_shipping: true }))
  fine(await it.guest.post('/api/sms', { type: 'register', country_code: '852', phone: '61234567' }))
  const stock = await shop.stock(20)
  const stockRow = await it.kernel.db.one<{ product_id: number }>(sql`select product_id from stock where id = ${stock}`)
  fine(await client.post('/api/wishlist', { product_id: stockRow?.product_id, note: 'for-the-attic' }))
  fine(await it.guest.post('/api/contact', { name: 'Zephyrine', email: EMAIL.toUpperCase(), subject: 'Where', message: 'where-is-it' }))
  const place = async () => {
    const { cart_id } = fine(await client.post('/api/cart/item', { stock_id: stock, quantity: 2 })).body
    const body = {
      cart_id,
      email: EMAIL,
      shipping_address: home,
      billing_address: home,
      shipping_method: 'courier',
      payment_method: 'bank',
      customer_note: 'gate-is-green',
    }
    const { order_number } = fine(await client.post('/api/checkout', body)).body
    await it.jobs()
    const found = await it.kernel.db.one<{ id: number }>(sql`select id from sales_order where order_number = ${order_number}`)
    return { id: found?.id ?? 0, number: String(order_number) }
  }
  const sent = await place()
  const waiting = await place()
  fine(await client.post(`/api/order/${sent.number}/comment`, { comment: 'rings-twice' }))
  fine(await owner.post(`/api/admin/order/${sent.id}/comment`, { comment: 'called-her-today', visible: false }))
  for (const [subject, subject_id] of [
    ['order', sent.id],
    ['customer', customer],
  ] as const)
    fine(await owner.post('/api/admin/note', { subject, subject_id, body: 'her-dog-bites' }))
  await showProof(waiting.number, token)
  const proofFile = await it.kernel.db.one<{ path: string }>(sql`select f.path from payment_proof p join file f on f.id = p.file_id`)
  await showProof(sent.number, token)
  const attempt = await it.kernel.db.one<{ id: number }>(sql`select id from payment where document_id = ${sent.id}`)
  fine(await owner.post(`/api/admin/payment/${attempt?.id}/approve`, { note: 'rings-twice' }))
  const line = await it.kernel.db.one<{ id: number }>(sql`select id from order_line where order_id = ${sent.id}`)
  const lines = [{ order_line_id: line?.id, quantity: 2 }]
  fine(
    await owner.post(`/api/admin/order/${sent.id}/shipment`, {
      lines,
      status: 'shipped',
      carrier_name: 'Van',
      tracking_number: 'TRACK-4711',
      note: 'parcel-at-neighbour',
    }),
  )
  const back = { lines: [{ order_line_id: line?.id, quantity: 1, reason: 'too-bright' }], note: 'wrong-shade' }
  fine(await client.post(`/api/order/${sent.number}/return`, back))
  fine(
    await owner.post(`/api/admin/order/${sent.id}/refund`, {
      lines: [{ order_line_id: line?.id, quantity: 1 }],
      amount: '10.00',
      reason: 'refund-because-kind',
    }),
  )
  await it.kernel.db.run(sql`update order_line set additional_options = '{"engrave": "to-the-roof"}' where id = ${line?.id}`)
  fine(await client.post('/api/cart/item', { stock_id: stock, quantity: 1 }))
  fine(
    await owner.put(`/api/admin/customer/${customer}`, {
      ...(await owner.get(`/api/admin/customer/${customer}`)).body,
      first_name: 'Zephyrine II',
    }),
  )
  await it.jobs()
  return { customer, person: row?.person_id ?? 0, token, client, orders: [sent, waiting], proof: proofFile?.path ?? '' }
}

/** Tables that still contain a word. Tables whose rows expire within a day are left out. */
async function standing(word: string): Promise<string[]> {
  const tables = await shop.it.kernel.db.rows<{ name: string }>(sql`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('rate_limit', 'idempotency_key')`)
  const found: string[] = []
  for (const { name } of tables) {
    const row = await shop.it.kernel.db.one<{ n: number }>({
      text: `select count(*) as n from "${name}" t where position(lower($1) in lower(t::text)) > 0`,
      values: [word],
    } as never)
    if (row?.n) found.push(name)
  }
  return found
}

describe('a person with data in every plugin', () => {
  let life: Life
  beforeAll(async () => {
    life = await live()
  }, 60_000)

  test('has all their personal data exported by staff in one file', async () => {
    for (const word of words) expect([word, await standing(word)], 'nothing was written of it').not.toEqual([word, []])
    const answer = fine(await shop.owner.get(`/api/admin/person/${life.person}/personal-data`))
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="person-${life.person}.json"`)
    const exportText = JSON.stringify(answer.body).toLowerCase()
    expect(words.filter((word) => !exportText.includes(word.toLowerCase()))).toEqual([])
    expect(answer.body.left_out).toEqual([])
    const line = await shop.it.kernel.db.one(
      sql`select 1 from audit_log where resource = 'person' and row_id = ${life.person} and verb = 'export'`,
    )
    expect(line).toBeDefined()
  })

  test('is exported without the parts staff may not read, and the file names these parts', async () => {
    const some = await shop.it.staff(['get person', 'export person', 'get payment'])
    const { data, left_out } = fine(await some.get(`/api/admin/person/${life.person}/personal-data`)).body
    expect(left_out).toContain('sales')
    expect(data).not.toHaveProperty('sales')
    expect(JSON.stringify(data.notes)).not.toContain('her-dog-bites')
    expect((await (await shop.it.staff(['get person'])).get(`/api/admin/person/${life.person}/personal-data`)).status).toBe(403)
  })

  test('exports their own data without internal notes, and nobody else can', async () => {
    const answer = fine(await life.client.get('/api/profile/personal-data'))
    expect(answer.headers['content-disposition']).toBe('attachment; filename="my-data.json"')
    const exportText = JSON.stringify(answer.body).toLowerCase()
    const inside = ['called-her-today', 'her-dog-bites', 'parcel-at-neighbour']
    expect(words.filter((word) => !exportText.includes(word.toLowerCase()))).toEqual(inside)
    expect((await shop.it.guest.get('/api/profile/personal-data')).status).toBe(401)
  })

  test('gets no data of another person whose email they typed without verifying it', async () => {
    const { it } = shop
    await it.kernel.db.run(sql`delete from rate_limit`)
    const o = await shop.buy(await shop.stock(2), 1)
    fine(
      await it.guest.post('/api/register', {
        email: 'may@shop.test',
        first_name: 'Mallory',
        last_name: 'M',
        password: 'a long password',
        password_confirmation: 'a long password',
      }),
    )
    const { token } = fine(await it.guest.post('/api/login', { email: 'may@shop.test', password: 'a long password' })).body
    const exportText = JSON.stringify(fine(await it.as(token).get('/api/profile/personal-data')).body)
    expect(exportText).toContain('Mallory')
    expect(exportText).not.toContain(o.number)
    expect(exportText).not.toContain('Wing Lok')
  })

  test('is erased from every table and from disk, and the accounting figures stay', async () => {
    const { it, owner } = shop
    await linkAudit(it.kernel)
    const figures = () =>
      it.kernel.db
        .rows(sql`select order_number, status, currency, subtotal_minor, shipping_minor, total_minor, paid_minor, refunded_minor, shipping_address->>'country' as country
        from sales_order where id = any(${life.orders.map(({ id }) => id)}::bigint[]) order by id`)
    const before = await figures()
    const file = join(it.kernel.config.dataDir, 'files', life.proof)
    expect(existsSync(file)).toBe(true)
    fine(await owner.post(`/api/admin/person/${life.person}/erase`, { confirmation: String(life.person) }))
    await it.jobs()
    for (const word of words) expect([word, await standing(word)]).toEqual([word, []])
    expect(existsSync(file)).toBe(false)
    expect(await figures()).toEqual(before)
    expect((await life.client.get('/api/profile/personal-data')).status).toBe(401)
  })

  test('is erased again when some of their data came back', async () => {
    const { it, owner } = shop
    const [order] = life.orders
    await it.kernel.db.run(sql`update sales_order set first_name = 'Zephyrine' where id = ${order?.id}`)
    fine(await owner.post(`/api/admin/person/${life.person}/erase`, { confirmation: String(life.person) }))
    expect(await standing('Zephyrine')).toEqual([])
    await linkAudit(it.kernel)
    expect(await auditFaults(it.kernel)).toEqual([])
    expect((await owner.get(`/api/admin/order/${order?.id}/view`)).status).toBe(200)
  })
})
