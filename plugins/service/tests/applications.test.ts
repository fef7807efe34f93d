import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { address, fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { openServices, createServiceHelpers, applicant } from './service-fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openServices()
})
afterAll(() => shop.it.close())
const { service, ask, applied, byNumber, view, agree, getOrder, pay, listEmails } = createServiceHelpers(() => shop)

test('a service with approval is requested, approved, paid by a link, processed and completed', async () => {
  const { url, name } = await service('500.00', { is_approval_required: true })
  const a = await applied(shop.it.guest, url)
  expect(a.to_pay).toBe(null)
  await shop.it.jobs()
  const row = await byNumber(a.number)
  expect(row).toMatchObject({ status: 'pending', service: name, applicant: 'May Chan', price: '500.00' })
  fine(await agree(row.id, 'We look forward to it.'))
  await shop.it.jobs()
  const order = await getOrder(a.number)
  expect(order).toMatchObject({ status: 'pending', total: 50_000 })
  // The units are reserved as long as the payment link is valid.
  expect(Math.round((new Date(order.held).getTime() - Date.now()) / 86_400_000)).toBe(14)
  const mail = await shop.it.kernel.db.one(sql`select 1 from order_mail where order_id = ${order.id} and kind = 'pay_link'`)
  expect(mail).toBeDefined()
  expect(await view(a)).toMatchObject({
    status: 'approved',
    note: 'We look forward to it.',
    pay_url: expect.stringContaining('/order/view/'),
  })
  await pay(a.number)
  expect((await byNumber(a.number)).status).toBe('paid')
  // The order cannot be completed before its application.
  fine(await shop.owner.post(`/api/admin/order/${order.id}/process`, {}))
  expect((await shop.owner.post(`/api/admin/order/${order.id}/complete`, {})).status).toBe(409)
  fine(await shop.owner.post(`/api/admin/application/${row.id}/begin`, {}))
  fine(await shop.owner.post(`/api/admin/application/${row.id}/flag`, { reason: 'No water' }))
  fine(await shop.owner.post(`/api/admin/application/${row.id}/resume`, {}))
  fine(await shop.owner.post(`/api/admin/application/${row.id}/complete`, {}))
  await shop.it.jobs()
  expect((await view(a)).status).toBe('completed')
  fine(await shop.owner.post(`/api/admin/order/${order.id}/complete`, {}))
  expect(await listEmails(a.number)).toEqual(['received', 'completed'])
  // Staff see the transitions so far, with person and reason.
  const { data } = fine(await shop.owner.get(`/api/admin/application/${row.id}/history`)).body
  expect(data.map(({ to_status, reason }: { to_status: string; reason: string }) => [to_status, reason])).toEqual([
    ['approved', ''],
    ['paid', ''],
    ['processing', ''],
    ['abnormal', 'No water'],
    ['processing', ''],
    ['completed', ''],
  ])
  expect(data[2].who).toMatch(/^Staff/)
  expect((await (await shop.it.staff(['get order'])).get(`/api/admin/application/${row.id}/history`)).status).toBe(403)
})

test('a rejected application can be reopened, and each rejection has a reason', async () => {
  const { url } = await service('500.00', { is_approval_required: true })
  const a = await applied(shop.it.guest, url)
  await shop.it.jobs()
  const { id } = await byNumber(a.number)
  expect(Object.keys((await shop.owner.post(`/api/admin/application/${id}/reject`, {})).body.messages)).toEqual(['note'])
  fine(await shop.owner.post(`/api/admin/application/${id}/reject`, { note: 'Not in May' }))
  await shop.it.jobs()
  expect(await view(a)).toMatchObject({ status: 'rejected', note: 'Not in May', may_cancel: false })
  expect((await agree(id)).status).toBe(409)
  fine(await shop.owner.post(`/api/admin/application/${id}/reopen`, {}))
  fine(await shop.owner.post(`/api/admin/application/${id}/reject`, { note: 'Nor in June' }))
  await shop.it.jobs()
  expect(await listEmails(a.number)).toEqual(['received', 'rejected', 'rejected'])
})

test('staff can change the price until they approve', async () => {
  const { url } = await service('500.00', { is_approval_required: true })
  const a = await applied(shop.it.guest, url, '?quantity=2')
  const { id } = await byNumber(a.number)
  fine(await shop.owner.put(`/api/admin/application/${id}`, { price: '450.00' }))
  expect((await view(a)).total).toBe('900.00')
  fine(await agree(id))
  expect((await getOrder(a.number)).total).toBe(90_000)
  const late = await shop.owner.put(`/api/admin/application/${id}`, { price: '1.00' })
  expect([late.status, Object.keys(late.body.messages)]).toEqual([422, ['price']])
})

test('a service without approval is paid at the checkout, and is not visible to staff before', async () => {
  const { url } = await service('80.00')
  const a = await applied(shop.it.guest, url)
  expect(a.to_pay).toMatchObject({ kind: 'application', quantity: 1 })
  expect(await byNumber(a.number)).toBeUndefined()
  const { cart_id, items } = fine(await shop.it.guest.post('/api/cart/item', a.to_pay)).body
  expect(items[0]).toMatchObject({ unit_price: '80.00', link: `/service/${url}` })
  fine(await shop.it.guest.post('/api/checkout', { cart_id, guest: applicant, shipping_address: address, payment_method: 'bank' }))
  await shop.it.jobs()
  await pay(a.number)
  expect((await byNumber(a.number)).status).toBe('paid')
})

test('a free service becomes paid on approval', async () => {
  const { url } = await service('0.00', { is_approval_required: true })
  const a = await applied(shop.it.guest, url)
  fine(await agree((await byNumber(a.number)).id))
  await shop.it.jobs()
  expect((await view(a)).status).toBe('paid')
})

test('canceling an order cancels its application', async () => {
  const { url } = await service('500.00', { is_approval_required: true })
  const a = await applied(shop.it.guest, url)
  fine(await agree((await byNumber(a.number)).id))
  const { id } = await getOrder(a.number)
  fine(await shop.owner.post(`/api/admin/order/${id}/cancel`, { reason: 'No answer' }))
  await shop.it.jobs()
  expect((await view(a)).status).toBe('canceled')
})

test('an applicant can cancel an unpaid application, and its order is canceled too', async () => {
  const { url } = await service('500.00', { is_approval_required: true })
  const [first, two, three] = [await applied(shop.it.guest, url), await applied(shop.it.guest, url), await applied(shop.it.guest, url)]
  const cancel = ({ number, token }: { number: string; token: string }) =>
    shop.it.guest.post(`/api/application/${number}/cancel`, { token })
  expect((await cancel({ ...first, token: 'x' })).status).toBe(404)
  expect(fine(await cancel(first)).body.status).toBe('canceled')
  fine(await agree((await byNumber(two.number)).id))
  const pressed = await Promise.all([cancel(two), cancel(two), cancel(two)])
  expect(pressed.map((answer) => fine(answer).body.status)).toEqual(['canceled', 'canceled', 'canceled'])
  expect((await getOrder(two.number)).status).toBe('canceled')
  fine(await agree((await byNumber(three.number)).id))
  await pay(three.number)
  expect((await cancel(three)).status).toBe(409)
})

test('a service with an application form cannot be bought without one, nor with the key of another', async () => {
  const { url, stock } = await service('500.00', { is_approval_required: true })
  expect((await shop.it.guest.post('/api/cart/item', { stock_id: stock, quantity: 1 })).status).toBe(422)
  const draft = await shop.owner.post('/api/admin/order', { lines: [{ stock_id: stock, quantity: 1 }] })
  expect([draft.status, Object.keys(draft.body.messages)]).toEqual([422, ['lines.0.stock_id']])
  const a = await applied(shop.it.guest, url)
  const { sale_key } = (await shop.it.kernel.db.one<{ sale_key: number }>(
    sql`select sale_key from application where number = ${a.number}`,
  )) ?? { sale_key: 0 }
  // The application waits for a decision and cannot be bought, even with its sale key.
  expect((await shop.it.guest.post('/api/cart/item', { kind: 'application', subject_id: sale_key, quantity: 1 })).status).toBe(422)
  expect((await shop.it.guest.post('/api/cart/item', { kind: 'application', subject_id: 1, quantity: 1 })).status).toBe(422)
})

test('two concurrent approvals create one order', async () => {
  const { url } = await service('500.00', { is_approval_required: true })
  const a = await applied(shop.it.guest, url)
  const { id } = await byNumber(a.number)
  const answers = await Promise.all([agree(id), agree(id), agree(id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const count = await shop.it.kernel.db.one<{
    n: number
  }>(sql`select count(*)::int as n from sales_order o join order_line l on l.order_id = o.id
    where l.kind = 'application' and l.subject_id = (select sale_key from application where id = ${id})`)
  expect(count?.n).toBe(1)
})

test('a repeated submission creates one application', async () => {
  const { url } = await service('500.00', { is_approval_required: true })
  const once = () => shop.it.guest.post(`/api/service/${url}`, applicant, { 'idempotency-key': 'once-and-again' })
  const [first, two] = [fine(await once()).body, fine(await once()).body]
  expect(two.application.number).toBe(first.application.number)
})

test('services are listed while their form is open, and are requested with its fields', async () => {
  const { url, form } = await service('500.00')
  const listed = async () => fine(await shop.it.guest.get('/api/service')).body.data.map((row: { url: string }) => row.url)
  expect(await listed()).toContain(url)
  expect(fine(await shop.it.guest.get(`/api/service/${url}`)).body).toMatchObject({
    price: '500.00',
    stocks: [{ price: '500.00' }],
    form: { id: form },
  })
  const refused = await ask(shop.it.guest, url, { email: 'nonsense' })
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['email']])
  expect(Object.keys((await ask(shop.it.guest, url, {}, '?stock_id=1')).body.messages)).toEqual(['stock_id'])
  fine(await shop.owner.put(`/api/admin/form/${form}`, { enabled: false }))
  expect(await listed()).not.toContain(url)
  expect((await ask(shop.it.guest, url)).status).toBe(404)
})

test('an account lists its own applications and nobody else’s', async () => {
  const { url } = await service('500.00', { is_approval_required: true })
  const enter = async (name: string) => {
    const email = `${name}@apply.test`
    fine(await shop.owner.post('/api/admin/customer', { email, first_name: name, last_name: 'Lee', password: 'a long password' }))
    return shop.it.as(fine(await shop.it.guest.post('/api/login', { email, password: 'a long password' })).body.token)
  }
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  const a = await applied(ann, url)
  const listOwnNumbers = async (client: Client) =>
    fine(await client.get('/api/application?language=zh-HK')).body.data.map((row: { number: string }) => row.number)
  expect(await listOwnNumbers(ann)).toEqual([a.number])
  expect(await listOwnNumbers(bob)).toEqual([])
  expect((await bob.get(`/api/application/${a.number}`)).status).toBe(404)
  expect((await shop.it.guest.get('/api/application')).status).toBe(401)
  expect(fine(await ann.get(`/api/application/${a.number}`)).body.answers.length).toBeGreaterThan(0)
})

test('staff cannot set the price of their own application, and others can', async () => {
  const { url } = await service('500.00', { is_approval_required: true })
  const me = await shop.it.kernel.db.one<{ email: string }>(sql`select email from account order by id limit 1`)
  const a = fine(await ask(shop.it.guest, url, { email: me?.email.toUpperCase() })).body.application
  const { id } = await byNumber(a.number)
  const response = await shop.owner.put(`/api/admin/application/${id}`, { price: '0.00' })
  expect([response.status, Object.keys(response.body.messages)]).toEqual([422, ['price']])
  fine(await shop.owner.put(`/api/admin/application/${id}`, { price: '500.00', remark: 'Mine' }))
  const other = await shop.it.staff(['get application', 'update application'])
  expect(fine(await other.put(`/api/admin/application/${id}`, { price: '450.00' })).body.price).toBe('450.00')
})

test('staff cannot approve their own application', async () => {
  const { url } = await service('500.00', { is_approval_required: true })
  const me = await shop.it.kernel.db.one<{ email: string }>(sql`select email from account order by id limit 1`)
  const a = fine(await ask(shop.it.guest, url, { email: me?.email })).body.application
  expect((await agree((await byNumber(a.number)).id)).status).toBe(409)
})

test('staff are reminded once of an overdue application', async () => {
  const { url } = await service('500.00', { is_approval_required: true })
  const a = await applied(shop.it.guest, url)
  await shop.it.kernel.db.run(sql`update application set created_at = now() - interval '4 days' where number = ${a.number}`)
  await shop.it.clock('service/remind')
  await shop.it.clock('service/remind')
  const reminded = await shop.it.kernel.db.rows(
    sql`select reminded_at from application where number = ${a.number} and reminded_at is not null`,
  )
  expect(reminded.length).toBe(1)
})

test('text typed by an applicant who uses the address of somebody else is not emailed to that address', async () => {
  const { url } = await service('0.00', { is_approval_required: true })
  const words = 'See http://evil.example/prize'
  const { number, token } = fine(await ask(shop.it.guest, url, { email: 'victim@shop.test', first_name: words })).body.application
  await shop.it.jobs()
  fine(await shop.it.guest.post(`/api/application/${number}/cancel`, { token, note: words }))
  await shop.it.jobs()
  const written = await shop.it.kernel.db.rows<{ text: string }>(
    sql`select subject || text_body || html_body as text from mail where recipient = 'victim@shop.test'`,
  )
  expect(written.length).toBeGreaterThan(1)
  for (const { text } of written) expect(text).not.toContain('evil.example')
})
