import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { createPayLink } from '../services/order/pay-link.ts'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
/** Uploads a file as a form does. */
async function upload(url: string, bytes: Buffer, fields: Record<string, string> = {}) {
  const mark = 'mark1234'
  const parts = Object.entries(fields).map(([k, v]) => `--${mark}\r\nContent-Disposition: form-data; name="${k}"\r\n\r\n${v}\r\n`)
  const head = `--${mark}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(parts.join('') + head), bytes, Buffer.from(`\r\n--${mark}--\r\n`)])
  const answer = await shop.it.app.http.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${mark}`, accept: 'application/json' },
  })
  return { status: answer.statusCode, body: JSON.parse(answer.body) }
}

const buy = async () => shop.buy(await shop.stock(5), 1)
/** Creates a signed-in customer. */
async function customer(email: string) {
  const made = fine(
    await shop.owner.post('/api/admin/customer', { email, first_name: 'A', last_name: 'B', password: 'a long password' }),
  ).body
  const { token } = fine(await shop.it.guest.post('/api/login', { email, password: 'a long password' })).body
  return { id: made.id as number, client: shop.it.as(token) }
}

test('without its token an order answers like a missing one on every route', async () => {
  const o = await buy()
  const other = await buy()
  const unknown = await shop.it.guest.get('/api/order/SO26010100019')
  for (const ref of [o.number, String(o.id)]) {
    for (const query of ['', '?token=', `?token=${other.token}`, '?pay=9999999999.abc']) {
      const response = await shop.it.guest.get(`/api/order/${ref}${query}`)
      expect([response.status, response.body]).toEqual([unknown.status, unknown.body])
      expect((await shop.it.guest.get(`/api/order/${ref}/pdf${query}`)).status).toBe(404)
    }
    for (const verb of ['comment', 'cancel', 'pay', 'return'])
      expect(
        (await shop.it.guest.post(`/api/order/${ref}/${verb}`, { token: other.token, comment: 'x', payment_method: 'bank', lines: [] }))
          .status,
        verb,
      ).toBe(404)
    await shop.it.kernel.db.run(sql`delete from rate_limit`)
    expect((await upload(`/api/order/${ref}/proof`, png, { token: other.token })).status).toBe(404)
  }
  expect(await shop.order(o.id)).toMatchObject({ status: 'pending' })
  const result = (await shop.it.guest.get(`/api/order/result?order=${o.number}`)).body
  expect(JSON.stringify(result)).not.toMatch(/May|Chan|shop\.test|Wing Lok/)
})

test('a customer sees their own orders and nobody else’s', async () => {
  const [mine, theirs] = [await buy(), await buy()]
  const [a, b] = [await customer('a@shop.test'), await customer('b@shop.test')]
  for (const [order, client] of [
    [mine, a],
    [theirs, b],
  ] as const)
    await shop.it.kernel.db.run(sql`update sales_order set customer_id = ${client.id} where id = ${order.id}`)
  expect((await a.client.get('/api/order')).body).toMatchObject([{ order_number: mine.number, total: '140.00', items: 1 }])
  expect((await a.client.get(`/api/order/${mine.id}`)).body).toMatchObject({ order_number: mine.number, email: 'may@shop.test' })
  for (const ref of [theirs.number, String(theirs.id)]) {
    expect((await a.client.get(`/api/order/${ref}`)).body).toEqual((await a.client.get('/api/order/SO26010100019')).body)
    for (const verb of ['comment', 'cancel', 'pay', 'return'])
      expect((await a.client.post(`/api/order/${ref}/${verb}`, { comment: 'x', payment_method: 'bank', lines: [] })).status, verb).toBe(404)
  }
  expect((await shop.it.guest.get('/api/order')).status).toBe(401)
})

test('the guest of an order can comment, cancel and upload a payment proof; price, total and status cannot be forged', async () => {
  const o = await buy()
  const t = { token: o.token }
  const forged = { ...t, comment: 'Please ring', status: 'paid', total: '1.00', paid: '140.00', author_kind: 'staff' }
  const view = fine(await shop.it.guest.post(`/api/order/${o.number}/comment`, forged)).body
  expect(view.comments).toMatchObject([{ author: 'customer', name: 'May Chan', body: 'Please ring' }])
  expect(await shop.order(o.id)).toMatchObject({ status: 'pending', total: '140.00', paid: '0.00' })
  expect((await upload(`/api/order/${o.number}/proof`, Buffer.from('504b030414000000', 'hex'), t)).body.messages).toEqual({
    file: ['Upload a PNG, JPEG or PDF file.'],
  })
  const proof = await upload(`/api/order/${o.number}/proof`, png, {
    ...t,
    note: 'FPS at noon',
    amount: '140.00',
    total: '1.00',
    paid: '140.00',
    status: 'paid',
  })
  expect(proof.body, JSON.stringify(proof.body)).toMatchObject({ status: 'payment_review', total: '140.00', paid: '0.00' })
  expect(await shop.order(o.id)).toMatchObject({ status: 'payment_review', total: '140.00', paid: '0.00' })
  const file = await shop.it.kernel.db.one<{ path: string; is_private: boolean }>(
    sql`select path, is_private from file order by id desc limit 1`,
  )
  expect(file?.is_private).toBe(true)
  expect((await shop.it.guest.get(`/files/${file?.path}`)).status).toBe(403)
  expect(await shop.it.kernel.db.one(sql`select count(*)::int as n from file`)).toEqual({ n: 1 })
  const canceledOrder = fine(await shop.it.guest.post(`/api/order/${o.number}/cancel`, t)).body
  expect(canceledOrder).toMatchObject({ status: 'canceled', may: { pay: false, cancel: false } })
  expect((await shop.it.guest.post(`/api/order/${o.number}/cancel`, t)).status).toBe(409)
})

test('a payment proof opens for staff who may see payments, by its signed URL only', async () => {
  const o = await buy()
  const proofs = [png, Buffer.from('%PDF-1.4\n%%EOF')]
  for (const bytes of proofs) expect((await upload(`/api/order/${o.number}/proof`, bytes, { token: o.token })).status).toBe(201)
  const listed = `/api/admin/payment/attempts?document_type=order&document_id=${o.id}`
  expect((await (await shop.it.staff(['get order'])).get(listed)).status).toBe(403)
  const clerk = await shop.it.staff(['get payment'])
  const urls: string[] = fine(await clerk.get(listed)).body.data[0].proofs.map((proof: { file: { url: string } }) => proof.file.url)
  expect(urls).toHaveLength(2)
  for (const [i, url] of urls.entries()) {
    expect(fine(await clerk.get(url)).raw.rawPayload).toEqual(proofs[i])
    expect((await clerk.get(url.split('?')[0] ?? '')).status).toBe(403)
    expect((await clerk.get(url.replace(/expires=\d/, 'expires=9'))).status).toBe(403)
  }
})

test('a shopper with an abnormal order sees it as under review, in their language', async () => {
  const o = await buy()
  fine(await shop.owner.post(`/api/admin/order/${o.id}/flag`, { reason: 'Two names' }))
  const readStatusLabel = async (language: string) =>
    fine(await shop.it.guest.get(`/api/order/${o.number}?token=${o.token}&language=${language}`)).body.status_label
  expect([await readStatusLabel('en-US'), await readStatusLabel('zh-HK'), await readStatusLabel('zh-CN')]).toEqual([
    'Under review',
    '正在核實',
    '正在核实',
  ])
  expect(fine(await shop.owner.get(`/api/admin/order/${o.id}`)).body.status).toBe('abnormal')
})

test('a rejected payment can be retried, and a pay link allows payment and nothing else', async () => {
  const o = await buy()
  const link = await createPayLink(shop.it.ctx, o.id, { expires: undefined, send: true })
  const pay = new URL(link.url).searchParams.get('pay')
  const view = fine(await shop.it.guest.get(`/api/order/${o.number}?pay=${pay}`)).body
  expect(view).toMatchObject({ email: '', shipping_address: null, comments: [], may: { pay: true, cancel: false, comment: false } })
  expect((await shop.it.guest.post(`/api/order/${o.number}/cancel`, { pay })).status).toBe(404)
  fine(await shop.owner.post(`/api/admin/order/${o.id}/reject`, { reason: 'No money came' }))
  expect(await shop.order(o.id)).toMatchObject({ status: 'payment_reject' })
  const again = fine(await shop.it.guest.post(`/api/order/${o.number}/pay`, { pay, payment_method: 'bank' })).body
  expect(again).toMatchObject({ order_number: o.number, payment: { method: 'bank', action: { type: 'instructions' } } })
  expect(await shop.order(o.id)).toMatchObject({ status: 'pending' })
  const [expires = '', signature] = (pay ?? '').split('.')
  expect((await shop.it.guest.get(`/api/order/${o.number}?pay=${Number(expires) + 1}.${signature}`)).status).toBe(404)
  await shop.it.jobs()
  const mail = (await shop.owner.get('/api/admin/mail?limit=20')).body.data.find((m: any) => m.subject.startsWith('Please pay'))
  expect(mail.recipient).toBe('may@shop.test')
})

test('staff create an order: manual prices need permission and a reason, discounts are split over lines to the cent', async () => {
  const [tea, cup] = [await shop.stock(5, '33.33'), await shop.stock(5, '10.00')]
  const clerk = await shop.it.staff(['get order', 'create order', 'update order', 'place order', 'pay order'])
  const draft = {
    customer: { email: 'walk@shop.test', first_name: 'Wai', last_name: 'Lee' },
    lines: [
      { stock_id: tea, quantity: 2 },
      { stock_id: cup, quantity: 1, unit_price: '8.00', price_reason: 'Scratched' },
    ],
    discount: '5.00',
    shipping: '40.00',
    shipping_title: 'Courier',
    shipping_address: address,
  }
  expect((await clerk.post('/api/admin/order', draft)).body.messages).toEqual({
    'lines.1.unit_price': ['You do not have permission to override prices.'],
  })
  const unsaid = { ...draft, lines: [draft.lines[0], { stock_id: cup, quantity: 1, unit_price: '8.00' }] }
  expect((await shop.owner.post('/api/admin/order', unsaid)).body.messages).toEqual({
    'lines.1.price_reason': ['Enter a reason for the changed price.'],
  })
  const made = fine(await shop.owner.post('/api/admin/order', draft)).body
  expect(made).toMatchObject({ status: 'draft', source: 'admin', subtotal: '74.66', discount: '5.00', shipping: '40.00', total: '109.66' })
  expect(made.lines.map((l: any) => [l.discount, l.total, l.price_reason])).toEqual([
    ['4.46', '62.20', ''],
    ['0.54', '7.46', 'Scratched'],
  ])
  expect((await shop.it.guest.get(`/api/order/result?order=${made.order_number}`)).status).toBe(404)
  fine(await shop.owner.put(`/api/admin/order/${made.id}`, { ...draft, discount: '0.00' }))
  const placedOrder = fine(await shop.owner.post(`/api/admin/order/${made.id}/place`)).body
  expect(placedOrder).toMatchObject({ status: 'pending', total: '114.66', payment_title: 'Bank transfer' })
  expect((await shop.owner.put(`/api/admin/order/${made.id}`, draft)).status).toBe(409)
  expect((await shop.owner.post(`/api/admin/order/${made.id}/payment`, { amount: '114.67' })).body.messages).toEqual({
    amount: ['Enter an amount between 0.01 and the outstanding balance of HKD 114.66.'],
  })
  expect(fine(await shop.owner.post(`/api/admin/order/${made.id}/payment`, { amount: '114.66', reference: 'till 1' })).body).toMatchObject({
    status: 'paid',
    paid: '114.66',
  })
  const empty = fine(await shop.owner.post('/api/admin/order', { lines: [] })).body
  expect((await shop.owner.post(`/api/admin/order/${empty.id}/place`)).body.messages).toEqual({ lines: ['This field is required.'] })
})

test('the payment method is shown on an order in the language of the customer, whatever the language of staff', async () => {
  const title = { 'en-US': 'At the till', 'zh-HK': '收銀處付款' }
  const till = fine(await shop.owner.post('/api/admin/payment_method', { code: 'till', title: title['en-US'], order: 900 })).body
  fine(await shop.owner.put(`/api/admin/payment_method/${till.id}`, { language: 'zh-HK', title: title['zh-HK'] }))
  for (const language of ['en-US', 'zh-HK'] as const) {
    const lines = [{ stock_id: await shop.stock(5, '10.00'), quantity: 1 }]
    const made = fine(await shop.owner.post('/api/admin/order', { language, lines, payment_method: 'till' })).body
    const placedOrder = fine(await shop.owner.post(`/api/admin/order/${made.id}/place`)).body
    expect(placedOrder.payment_title).toBe(title[language])
  }
  fine(await shop.owner.put(`/api/admin/payment_method/${till.id}`, { enabled: false }))
})

test('documents are rendered in three languages, and only for permitted readers', async () => {
  const o = await buy()
  fine(await shop.owner.post(`/api/admin/order/${o.id}/pay`, {}))
  for (const type of ['invoice', 'packing', 'receipt'])
    for (const language of ['en-US', 'zh-HK', 'zh-CN']) {
      const pdf = await shop.owner.get(`/api/admin/order/${o.id}/pdf?type=${type}&language=${language}`)
      expect(pdf.raw.rawPayload.subarray(0, 5).toString(), `${type} ${language}`).toBe('%PDF-')
    }
  expect((await shop.owner.get(`/api/admin/order/${o.id}/pdf?type=poem`)).status).toBe(422)
  expect(
    (await shop.it.guest.get(`/api/order/${o.number}/pdf?type=receipt&token=${o.token}`)).raw.rawPayload.subarray(0, 5).toString(),
  ).toBe('%PDF-')
  expect((await shop.it.guest.get(`/api/order/${o.number}/pdf?type=packing&token=${o.token}`)).status).toBe(404)
  const both = await shop.owner.get(`/api/admin/order/packing?ids=${o.id},${o.id}`)
  expect(both.raw.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('there is no receipt for an unpaid order, also for staff, nor after cancellation', async () => {
  const o = await buy()
  const receipt = async () => (await shop.owner.get(`/api/admin/order/${o.id}/pdf?type=receipt`)).status
  expect(await receipt()).toBe(404)
  fine(await shop.owner.post(`/api/admin/order/${o.id}/cancel`, { reason: 'Changed their mind' }))
  expect(await receipt()).toBe(404)
  expect((await shop.owner.get(`/api/admin/order/${o.id}/pdf?type=invoice`)).status).toBe(200)
})
