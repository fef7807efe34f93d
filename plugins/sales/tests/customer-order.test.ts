import { afterAll, beforeAll, expect, test } from 'vitest'
import { sign, sql } from 'stoa'
import { newestMail } from '../../../tests/support/mails.ts'
import { toFormData } from 'stoa/testing'
import { extractPdfText } from '../../../tests/support/pdf.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** What shoppers can do with their own orders, and until when. */
let shop: Shop
let n = 0
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const buy = async (quantity = 1) => {
  const email = `o${++n}@shop.test`
  return { ...(await shop.buy(await shop.stock(9), quantity, { guest: { email, first_name: 'May', last_name: 'Chan' } })), email }
}
type Order = Awaited<ReturnType<typeof buy>>
/** Each request comes from another network address, because these tests do not cover rate limits. */
const ask = (o: Order, action: string, body: object = {}) =>
  shop.it.app.http
    .inject({
      method: 'POST',
      url: `/api/order/${o.number}/${action}`,
      payload: { token: o.token, ...body },
      remoteAddress: `10.0.${n}.${++place}`,
    })
    .then((raw) => ({ status: raw.statusCode, body: raw.json() }))
let place = 0
const readOrder = async (o: Order) => fine(await shop.it.guest.get(`/api/order/${o.number}?token=${o.token}`)).body
const move = async (o: Order, verb: string, body: object = {}) => fine(await shop.owner.post(`/api/admin/order/${o.id}/${verb}`, body))
const overdue = (o: Order) =>
  shop.it.kernel.db.run(sql`update sales_order set hold_expires_at = now() - interval '1 second' where id = ${o.id}`)

test('a shopper can cancel an order if the shop allows it, and only before payment', async () => {
  fine(await shop.owner.put('/api/admin/settings/order', { cancel_unpaid: false }))
  const o = await buy()
  expect((await readOrder(o)).may.cancel).toBe(false)
  expect((await ask(o, 'cancel')).body.messages).toEqual({ status: ['This order can no longer be canceled here. Please contact us.'] })
  fine(await shop.owner.put('/api/admin/settings/order', { cancel_unpaid: true }))
  expect((await readOrder(o)).may.cancel).toBe(true)
  await move(o, 'pay')
  expect((await readOrder(o)).may.cancel).toBe(false)
  expect((await ask(o, 'cancel')).status).toBe(409)
  expect(await shop.order(o.id)).toMatchObject({ status: 'paid', cancel_reason: '' })
})

test('the cancel reason of a shopper is shown to staff and never emailed', async () => {
  const o = await buy()
  expect((await ask(o, 'cancel', { reason: 'Buy pills at example.com' })).body).toMatchObject({ status: 'canceled' })
  expect(await shop.order(o.id)).toMatchObject({ cancel_reason: 'Buy pills at example.com' })
  await shop.it.jobs()
  const mail = await newestMail(shop.it, o.email)
  expect(mail?.text_body).toContain('Canceled by the customer')
  expect(`${mail?.text_body}${mail?.html_body}`).not.toContain('pills')
  const quiet = await buy()
  await ask(quiet, 'cancel')
  expect(await shop.order(quiet.id)).toMatchObject({ cancel_reason: 'Canceled by the customer' })
})

test('an expired order cannot be paid and is not shown as payable, even before it is canceled', async () => {
  const o = await buy()
  expect(await readOrder(o)).toMatchObject({
    may: { pay: true },
    due: '140.00',
    payment_methods: [{ code: 'bank', title: 'Bank transfer' }],
  })
  await overdue(o)
  expect(await readOrder(o)).toMatchObject({ may: { pay: false, proof: false, cancel: true }, payment_methods: [], hold_expires_at: null })
  const refused = await ask(o, 'pay', { payment_method: 'bank' })
  expect([refused.status, refused.body.messages]).toEqual([409, { status: ['This order cannot be paid.'] }])
})

test('no payment can start during a review, and a rejected one is shown with the reason of staff', async () => {
  const o = await buy()
  await move(o, 'review')
  expect(await readOrder(o)).toMatchObject({ status: 'payment_review', may: { pay: false } })
  expect((await ask(o, 'pay', { payment_method: 'bank' })).status).toBe(409)
  await move(o, 'reject', { reason: 'No such transfer' })
  expect(await readOrder(o)).toMatchObject({ status: 'payment_reject', may: { pay: true } })
  const again = await ask(o, 'pay', { payment_method: 'bank' })
  expect(again.body).toMatchObject({ order_number: o.number, redirect_url: `/order/success?order=${o.number}` })
  expect(await readOrder(o)).toMatchObject({ status: 'pending', payment: { message: '' } })
  const unknown = await ask(o, 'pay', { payment_method: 'gold' })
  expect([unknown.status < 500, unknown.status >= 400]).toEqual([true, true])
  expect(Object.keys((await ask(o, 'pay', {})).body.messages)).toEqual(['payment_method'])
})

test('a payment proof must be an image or PDF; anything else is rejected and no file is stored', async () => {
  const o = await buy()
  const files = async () => (await shop.it.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from file`))?.n
  const before = await files()
  const send = (body: FormData) => shop.it.guest.post(`/api/order/${o.number}/proof`, body)
  const text = await send(toFormData({ token: o.token, file: new File(['just words'], 'proof.txt') }))
  expect([text.status, Object.keys(text.body.messages)]).toEqual([422, ['file']])
  const none = await send(toFormData({ token: o.token, note: 'paid' }))
  expect([none.status, Object.keys(none.body.messages)]).toEqual([422, ['file']])
  expect(await files()).toBe(before)
  expect(await shop.order(o.id)).toMatchObject({ status: 'pending' })
  const pdf = new File(['%PDF-1.4\n%%EOF'], 'proof.pdf', { type: 'application/pdf' })
  expect((await send(toFormData({ token: o.token, note: 'paid', file: pdf }))).status).toBe(201)
  expect(await shop.order(o.id)).toMatchObject({ status: 'payment_review', paid: '0.00' })
  await move(o, 'pay')
  const late = await send(toFormData({ token: o.token, file: pdf }))
  expect(late.status).toBe(409)
  expect(await files()).toBe((before ?? 0) + 1)
})

test('a pay link expires as stated, holds the stock until then, and can be emailed', async () => {
  const o = await buy()
  const link = (body: object) => shop.owner.post(`/api/admin/order/${o.id}/pay_link`, body)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  for (const wrong of [inDays(-0.01), inDays(60.01)])
    expect(Object.keys((await link({ expires_at: wrong })).body.messages), wrong).toEqual(['expires_at'])
  const { url, expires_at } = fine(await link({ expires_at: inDays(59.9) })).body
  expect((await shop.order(o.id)).hold_expires_at.slice(0, 19)).toBe(expires_at.slice(0, 19))
  const pay = new URL(url).searchParams.get('pay') ?? ''
  const by = (number: string, payToken: string) => shop.it.guest.get(`/api/order/${number}?pay=${payToken}`)
  expect(fine(await by(o.number, pay)).body).toMatchObject({
    email: '',
    shipping_address: null,
    may: { pay: true, proof: false, receipt: false },
  })
  const signed = (seconds: number) => {
    const until = Math.floor(Date.now() / 1_000) + seconds
    return `${until}.${sign(shop.it.kernel.config, 'pay', `${o.number} ${until}`)}`
  }
  fine(await by(o.number, signed(60)))
  const other = await buy()
  for (const [number, payToken] of [
    [other.number, pay],
    [o.number, pay.replace(/^\d+/, (s) => String(Number(s) + 1))],
    [o.number, pay.split('.')[0] ?? ''],
    [o.number, signed(-1)],
  ] as const)
    expect((await by(number, payToken)).status, `${number} ${payToken}`).toBe(404)
  const anonymousOrder = fine(await shop.owner.post('/api/admin/order', { lines: [{ stock_id: await shop.stock(2), quantity: 1 }] })).body
  fine(await shop.owner.post(`/api/admin/order/${anonymousOrder.id}/place`))
  const unsent = await shop.owner.post(`/api/admin/order/${anonymousOrder.id}/pay_link`, { send: true })
  expect([unsent.status, Object.keys(unsent.body.messages)]).toEqual([422, ['send']])
  await move(o, 'pay')
  expect((await link({})).status).toBe(409)
})

test('the order list of a customer shows each order once, newest first, with items and total, without drafts', async () => {
  const email = 'lister@shop.test'
  const { id } = fine(
    await shop.owner.post('/api/admin/customer', { email, first_name: 'L', last_name: 'O', password: 'a long password' }),
  ).body
  const me = shop.it.as(fine(await shop.it.guest.post('/api/login', { email, password: 'a long password' })).body.token)
  const make = async (quantity: number) =>
    fine(await shop.owner.post('/api/admin/order', { customer_id: id, lines: [{ stock_id: await shop.stock(9, '5.00'), quantity }] })).body
  const [first, second, draft] = [await make(2), await make(3), await make(4)]
  for (const order of [first, second]) fine(await shop.owner.post(`/api/admin/order/${order.id}/place`))
  fine(await shop.owner.post(`/api/admin/order/${first.id}/cancel`, { reason: 'x' }))
  const mine = fine(await me.get('/api/order')).body
  expect(mine.map((o: any) => [o.order_number, o.total, o.items, o.status, o.status_label])).toEqual([
    [second.order_number, '15.00', 3, 'pending', 'Awaiting payment'],
    [first.order_number, '10.00', 2, 'canceled', 'Canceled'],
  ])
  expect(fine(await me.get(`/api/order/${second.id}`)).body.order_number).toBe(second.order_number)
  expect((await me.get(`/api/order/${draft.order_number}`)).status).toBe(404)
  expect((await shop.it.guest.get(`/api/order/${second.id}`)).status).toBe(404)
})

test('visible comments are shown to shop and shopper, internal ones to staff only', async () => {
  const o = await buy()
  fine(await shop.owner.post(`/api/admin/order/${o.id}/comment`, { comment: 'Looks odd' }))
  const response = await ask(o, 'comment', { comment: ' Please ring twice ' })
  expect(response.status).toBe(201)
  expect(response.body.comments.map((c: any) => [c.author, c.name, c.body])).toEqual([['customer', 'May Chan', 'Please ring twice']])
  fine(await shop.owner.post(`/api/admin/order/${o.id}/comment`, { comment: 'We will', visible: true }))
  expect((await readOrder(o)).comments.map((c: any) => c.author)).toEqual(['customer', 'staff'])
  await shop.it.jobs()
  expect((await newestMail(shop.it, o.email))?.text_body).toContain('We will')
  for (const comment of ['', '   ', 'x'.repeat(2_001)])
    expect(Object.keys((await ask(o, 'comment', { comment })).body.messages)).toEqual(['comment'])
})

test('a receipt is available once fully paid, and stays after a refund; packing slips are for staff', async () => {
  const o = await buy()
  const getPdf = (type: string) => shop.it.guest.get(`/api/order/${o.number}/pdf?type=${type}&token=${o.token}`)
  expect([(await readOrder(o)).may.receipt, (await getPdf('receipt')).status]).toEqual([false, 404])
  fine(await shop.owner.post(`/api/admin/order/${o.id}/payment`, { amount: '40.00' }))
  expect([(await readOrder(o)).may.receipt, (await getPdf('receipt')).status]).toEqual([false, 404])
  await move(o, 'pay')
  expect([(await readOrder(o)).may.receipt, (await getPdf('receipt')).status, (await getPdf('packing')).status]).toEqual([true, 200, 404])
  expect(extractPdfText((await getPdf('receipt')).raw.rawPayload)).toContain('HKD 140.00')
  await move(o, 'call_off', { reason: 'Broken' })
  const [refund] = (await shop.view(o.id)).refunds
  for (const part of await shop.it.kernel.db.rows<{ id: number }>(sql`select id from payment_refund order by id`))
    fine(await shop.owner.post(`/api/admin/payment/refund/${part.id}/sent`))
  expect([refund.amount, (await readOrder(o)).payment_status]).toEqual(['140.00', 'refunded'])
  expect([(await readOrder(o)).may.receipt, (await getPdf('receipt')).status]).toEqual([true, 200])
})
