import { afterAll, beforeAll, expect, test } from 'vitest'
import { extractPdfText } from '../../../tests/support/pdf.ts'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { formatAmount } from '../domain/amount.ts'
import { renderEmailHtml } from '../domain/email-html.ts'
import { toPlainLines } from '../domain/plain-lines.ts'

/** Amounts in documents and emails equal those of the order, in its currency. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const readPdf = async (id: number, type: string, language = 'en-US') =>
  extractPdfText(fine(await shop.owner.get(`/api/admin/order/${id}/pdf?type=${type}&language=${language}`)).raw.rawPayload)
const write = async (body: object) => fine(await shop.owner.post('/api/admin/order', { shipping_address: address, ...body })).body
const place = async (id: number) => fine(await shop.owner.post(`/api/admin/order/${id}/place`)).body
const move = async (id: number, verb: string, body: object = {}) => fine(await shop.owner.post(`/api/admin/order/${id}/${verb}`, body)).body

test('an invoice shows each line, line and order discounts, shipping, total and balance due', async () => {
  const lines = [
    { stock_id: await shop.stock(9, '1234.50'), quantity: 2 },
    { stock_id: await shop.stock(9, '30.00'), quantity: 1 },
  ]
  const { id } = await write({ lines, discount: '249.90', discount_label: 'Old friend', shipping: '40.00', shipping_title: 'Courier' })
  await place(id)
  const pdfLines = (await readPdf(id, 'invoice')).split('\n')
  for (const figure of ['1,234.50', '−246.90', '2,222.10', '30.00', '−3.00', '27.00', '2,499.00', '−249.90', '40.00', 'HKD 2,289.10'])
    expect(pdfLines, figure).toContain(figure)
  expect(pdfLines).toContain('Old friend')
  // The total, and the amount due, which is the same.
  expect(pdfLines.filter((piece) => piece === 'HKD 2,289.10')).toHaveLength(2)
  await move(id, 'pay')
  const after = (await readPdf(id, 'invoice')).split('\n')
  // The total, and the amount paid; nothing is due.
  expect(after.filter((piece) => piece === 'HKD 2,289.10')).toHaveLength(2)
  expect(after).toContain('Paid')
  expect(pdfLines).not.toContain('Paid')
})

test('an invoice without discount and shipping has no such rows', async () => {
  const { id } = await write({ lines: [{ stock_id: await shop.stock(9, '10.00'), quantity: 1 }] })
  await place(id)
  const pdfLines = (await readPdf(id, 'invoice')).split('\n')
  expect(pdfLines).not.toContain('Discount')
  expect(pdfLines).not.toContain('Shipping')
  expect(pdfLines.join(' ')).not.toContain('−')
})

test('a receipt shows paid and refunded amounts; a closed order shows no balance due', async () => {
  const { id } = await write({
    lines: [{ stock_id: await shop.stock(9, '10.00'), quantity: 3 }],
    currency: 'USD',
    shipping: '1.00',
    shipping_title: 'Post',
  })
  const order = await place(id)
  expect(order).toMatchObject({ currency: 'USD', total: '4.84' })
  await move(id, 'pay')
  const [line] = (await shop.order(id)).lines
  fine(
    await shop.owner.post(`/api/admin/order/${id}/refund`, {
      reason: 'x',
      method: 'cash',
      lines: [{ order_line_id: line.id, quantity: 1 }],
    }),
  )
  const pdfLines = (await readPdf(id, 'receipt')).split('\n')
  expect(pdfLines.filter((piece) => piece === 'USD 4.84')).toHaveLength(2)
  expect(pdfLines).toContain('−1.28')
  const open = await write({ lines: [{ stock_id: await shop.stock(9, '10.00'), quantity: 1 }] })
  await place(open.id)
  await move(open.id, 'cancel', { reason: 'x' })
  expect((await readPdf(open.id, 'invoice')).split('\n').filter((piece) => piece === 'HKD 10.00')).toHaveLength(1)
})

test('a packing slip shows units left to pack, the address and the customer note, without amounts', async () => {
  const { id } = await write({
    lines: [{ stock_id: await shop.stock(9, '77.00'), quantity: 5 }],
    customer_note: 'Ring twice',
    shipping_title: 'Courier',
  })
  await place(id)
  await move(id, 'pay')
  const [line] = (await shop.order(id)).lines
  fine(await shop.owner.post(`/api/admin/order/${id}/shipment`, { lines: [{ order_line_id: line.id, quantity: 2 }], status: 'shipped' }))
  const pdfLines = (await readPdf(id, 'packing')).split('\n')
  expect(pdfLines).toEqual(expect.arrayContaining(['5', '3', 'Ring twice', 'May Chan', address.address]))
  expect(pdfLines.join('\n')).not.toMatch(/77\.00|385\.00|HKD/)
})

test('packing slips of several orders are one document with each order number; an unknown order is rejected', async () => {
  const [first, second] = [await shop.buy(await shop.stock(5)), await shop.buy(await shop.stock(5))]
  const both = fine(await shop.owner.get(`/api/admin/order/packing?ids=${first.id},${second.id}`)).raw.rawPayload
  for (const { number } of [first, second]) expect(extractPdfText(both)).toContain(number)
  expect((await shop.owner.get(`/api/admin/order/packing?ids=${first.id},999999`)).status).toBe(404)
  expect((await shop.owner.get('/api/admin/order/packing?ids=')).status).toBe(422)
})

test('amounts on documents have thousands separators and the minus sign before the currency', () => {
  expect([
    formatAmount(0),
    formatAmount(5),
    formatAmount(128_000),
    formatAmount(-3_000),
    formatAmount(123_456_789, 'HKD'),
    formatAmount(-1, 'HKD'),
  ]).toEqual(['0.00', '0.05', '1,280.00', '−30.00', 'HKD 1,234,567.89', '−HKD 0.01'])
})

test('user input in an email is escaped and shown as typed', () => {
  const html = renderEmailHtml({
    language: 'en-US',
    shop: 'Tea & <Co>',
    title: '"Quoted" <b>',
    text: 'One\nline\n\n\n\n<script>alert(1)</script>',
    button: 'Pay & go',
    link: 'https://shop.test/?a=1&b="2"',
    pictures: [{ name: 'code"1', alt: '<alt>', below: 'A&B' }],
  })
  expect(html).not.toMatch(/<script>|<b>|<Co>|<alt>/)
  for (const piece of [
    'Tea &amp; &lt;Co&gt;',
    '&quot;Quoted&quot;',
    'One<br>line',
    '&lt;script&gt;',
    'Pay &amp; go',
    'a=1&amp;b=&quot;2&quot;',
    'cid:code&quot;1',
    'A&amp;B',
  ])
    expect(html, piece).toContain(piece)
  expect(html.match(/<p style="margin:0 0 16px">/g)).toHaveLength(2)
  const plain = renderEmailHtml({ language: 'zh-HK', shop: 'S', title: 'T', text: 'x' })
  expect(plain).not.toContain('<a href')
})

test('instructions convert to lines: breaks, paragraphs and list items each on their own, entities decoded', () => {
  expect(
    toPlainLines('<p>Pay to <b>123</b></p><ul><li>one</li><li>two</li></ul>a<br/>b&amp;c &lt;d&gt; &#39;e&#39;&nbsp;f &unknown;'),
  ).toBe("Pay to 123\none\ntwo\na\nb&c <d> 'e' f &unknown;")
  expect(toPlainLines('')).toBe('')
})
