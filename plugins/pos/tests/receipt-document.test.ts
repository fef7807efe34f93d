import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { newestMail } from '../../../tests/support/mails.ts'
import { fine } from '../../../tests/support/selling-shop.ts'
import type { Block } from 'stoa/plugins/documents'
import { store as stores } from 'stoa/plugins/stores'
import { createReceipt, readTicket } from '../services/receipt.ts'
import { type Counter, type Drawer, openCounter, getTurn } from './counter.ts'

/** Receipts and emails of the register: amounts and the language of the ticket. */
let shop: Counter
let drawer: Drawer
beforeAll(async () => {
  shop = await openCounter()
  drawer = await shop.open()
})
afterAll(() => shop.it.close())

const at = (ticket: number, action: string, store = shop.store) => `/api/admin/store/${store}/ticket/${ticket}/${action}`
const settings = async (values: object, language = 'en-US') =>
  fine(await shop.owner.put(`/api/admin/settings/pos?language=${language}`, values))
const sell = async (ticket: object, language = 'en-US') =>
  fine(await shop.owner.post(`/api/admin/store/${shop.store}/ticket?language=${language}`, ticket)).body
const printReceipt = async (ticket: number) => {
  const store = await shop.it.kernel.resources.get(shop.it.ctx, stores, shop.store)
  return createReceipt(shop.it.ctx, store, await readTicket(shop.it.ctx, shop.store, ticket))
}
const filterBlocks = <T extends Block['type']>(blocks: readonly Block[], type: T) =>
  blocks.filter((block): block is Extract<Block, { type: T }> => block.type === type)
const totals = async (ticket: number) => filterBlocks((await printReceipt(ticket)).blocks, 'totals')[0]?.rows.map((row) => [...row])
const mailReceipt = (ticket: number, email?: string) => shop.owner.post(at(ticket, 'mail'), email === undefined ? {} : { email })

test('receipt totals run from subtotal, discount and rounding to tendered amount and change', async () => {
  const stock = await shop.stock(9, '33.37')
  const ticket = drawer.ticket(stock, 3, '90.11', {
    ...{ discount: '10.00', discount_reason: 'A friend of the house' },
    payments: [
      { method: 'card', amount: '40.00', reference: 'T-77' },
      { method: 'cash', amount: '50.10', tendered: '60.00' },
    ],
  })
  expect(await totals((await sell(ticket)).id)).toEqual([
    ['Subtotal', '100.11'],
    ['A friend of the house', '−10.00'],
    ['Cash rounding', '−0.01'],
    ['Total', 'HKD 90.10'],
    ['Card terminal T-77', '40.00'],
    ['Cash', '60.00'],
    ['Change', '9.90'],
  ])
})

test('a receipt without discount and change shows no such rows', async () => {
  const stock = await shop.stock(9, '20.00')
  expect(await totals((await sell(drawer.ticket(stock, 2, '40.00'))).id)).toEqual([
    ['Total', 'HKD 40.00'],
    ['Cash', '40.00'],
  ])
  const free = drawer.ticket(stock, 1, '0.00', { discount: '20.00', discount_reason: 'gift', payments: [] })
  expect(await totals((await sell(free)).id)).toEqual([
    ['Subtotal', '20.00'],
    ['gift', '−20.00'],
    ['Total', 'HKD 0.00'],
  ])
})

test('a discount without a reason has the default label in the language of the ticket', async () => {
  const stock = await shop.stock(9, '20.00')
  const ticket = () =>
    drawer.ticket(stock, 1, '19.00', { discount: '1.00', offline: true, lines: [{ subject_id: stock, quantity: 1, told: '20.00' }] })
  expect(await totals((await sell(ticket(), 'zh-HK')).id)).toContainEqual(['折扣', '−1.00'])
  expect(await totals((await sell(ticket(), 'zh-CN')).id)).toContainEqual(['折扣', '−1.00'])
  expect(await totals((await sell(ticket())).id)).toContainEqual(['Discount', '−1.00'])
})

test('a receipt has the store in its header and the shop text in its footer, in the language of the ticket', async () => {
  const { version } = fine(await shop.owner.get(`/api/admin/store/${shop.store}`)).body
  const address = { 'en-US': '1 Central Road', 'zh-HK': '中環道 1 號' }
  fine(await shop.owner.put(`/api/admin/store/${shop.store}`, { address, phone: '+85225400100', version }))
  await settings({ receipt_header: 'Open every day', receipt_footer: 'Goods come back within 7 days' })
  await settings({ receipt_header: '每日營業' }, 'zh-HK')
  const stock = await shop.stock(9, '20.00')
  const sellAndPrint = async (language: string) => {
    const { id, number } = await sell(drawer.ticket(stock, 1, '20.00'), language)
    const receipt = await printReceipt(id)
    return {
      number,
      paper: receipt,
      texts: filterBlocks(receipt.blocks, 'text').map(({ text }) => text),
      code: filterBlocks(receipt.blocks, 'code')[0],
    }
  }
  const english = await sellAndPrint('en-US')
  expect(english.texts).toEqual(['Central', '1 Central Road', '+85225400100', 'Open every day', 'Goods come back within 7 days'])
  expect(english.code).toMatchObject({ code: { kind: 'code128', text: english.number }, caption: english.number })
  expect(english.paper.title).toContain(`Receipt ${english.number}`)
  const chinese = await sellAndPrint('zh-HK')
  expect(chinese.texts).toContain('每日營業')
  expect(chinese.paper.language).toBe('zh-HK')
  await settings({ receipt_header: '', receipt_footer: '' })
  expect((await sellAndPrint('zh-CN')).texts).not.toContain('Open every day')
})

test('a receipt shows the sale time in the time zone of the shop, the cashier and the member', async () => {
  const stock = await shop.stock(9, '20.00')
  const customer = { email: 'member@shop.test', first_name: 'May', last_name: 'Chan', password: 'a long password' }
  const { id: customer_id } = fine(await shop.owner.post('/api/admin/customer', customer)).body
  const { id, number, order_number } = await sell(drawer.ticket(stock, 1, '20.00', { customer_id }))
  await shop.it.kernel.db.run(sql`update pos_ticket set sold_at = '2026-02-28T16:30:00Z' where id = ${id}`)
  const [pairs] = filterBlocks((await printReceipt(id)).blocks, 'pairs')
  const name = (await shop.it.kernel.db.one<{ name: string }>(sql`select name from account order by id limit 1`))?.name
  expect(pairs?.rows).toEqual([
    ['Receipt', number],
    ['Order', order_number],
    ['Date', expect.stringMatching(/^Mar 1, 2026, 12:30\sAM$/u)],
    ['Cashier', name],
    ['Member', 'May Chan'],
  ])
})

test('a receipt shows the cashier for any payment, or none', async () => {
  const stock = await shop.stock(9, '20.00')
  const name = (await shop.it.kernel.db.one<{ name: string }>(sql`select name from account order by id limit 1`))?.name
  const card = drawer.ticket(stock, 1, '20.00', { payments: [{ method: 'card', amount: '20.00' }] })
  const free = drawer.ticket(stock, 1, '0.00', { discount: '20.00', discount_reason: 'gift', payments: [] })
  for (const ticket of [card, free])
    expect(filterBlocks((await printReceipt((await sell(ticket)).id)).blocks, 'pairs')[0]?.rows).toContainEqual(['Cashier', name])
})

test('the receipt height grows with its lines', async () => {
  const stock = await shop.stock(99, '1.00')
  const height = async (lines: number) => {
    const all = Array.from({ length: lines }, () => ({ subject_id: stock, quantity: 1 }))
    const { id } = await sell(drawer.ticket(stock, 1, `${lines}.00`, { lines: all }))
    return (await printReceipt(id)).page?.height ?? 0
  }
  const [one, ten] = [await height(1), await height(10)]
  expect(ten - one).toBeGreaterThanOrEqual(9 * 10)
})

test('a ticket of another store and a return have no receipt', async () => {
  const stock = await shop.stock(9, '20.00')
  const { id } = await sell(drawer.ticket(stock, 1, '20.00'))
  const other = fine(await shop.owner.post('/api/admin/store', { code: 'north', name: 'North' })).body.id
  const back = fine(
    await shop.owner.post(`/api/admin/store/${shop.store}/return`, {
      ...{ ...getTurn(drawer), reason: 'x', lines: [{ subject_id: stock, quantity: 1, resaleable: 1 }] },
    }),
  ).body
  for (const [ticket, store] of [
    [id, other],
    [back.id, shop.store],
  ] as const) {
    expect((await shop.owner.get(at(ticket, 'receipt', store))).status).toBe(404)
    expect((await shop.owner.post(at(ticket, 'mail', store), { email: 'a@shop.test' })).status).toBe(404)
  }
  const answer = await shop.owner.get(at(id, 'receipt'))
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': expect.stringMatching(/^inline; filename="K1-\d+-\d+\.pdf"$/),
  })
})

test('a receipt email names its attachment, and escapes names of the shop', async () => {
  const { version } = fine(await shop.owner.get(`/api/admin/store/${shop.store}`)).body
  fine(await shop.owner.put(`/api/admin/store/${shop.store}`, { name: { 'en-US': 'Tea & <b>Co</b>' }, version }))
  const stock = await shop.stock(9, '20.00')
  const { id, number } = await sell(drawer.ticket(stock, 1, '20.00'))
  fine(await mailReceipt(id, 'reader@shop.test'))
  const mail = await newestMail(shop.it, 'reader@shop.test')
  expect(mail?.subject).toBe(`Your receipt ${number} from Tea & <b>Co</b>`)
  expect(mail?.text_body).toContain('Your receipt for HKD 20.00 is attached.')
  expect(mail?.html_body).toContain('Tea &amp; &lt;b&gt;Co&lt;/b&gt;')
  expect(mail?.html_body).not.toContain('<b>Co</b>')
  fine(await shop.owner.put(`/api/admin/store/${shop.store}`, { name: { 'en-US': 'Central' }, version: version + 1 }))
})

test('a receipt goes to the address of the member or to a given one; a walk-in customer must give one', async () => {
  const stock = await shop.stock(9, '20.00')
  const customer = { email: 'own@shop.test', first_name: 'May', last_name: 'Chan', password: 'a long password' }
  const { id: customer_id } = fine(await shop.owner.post('/api/admin/customer', customer)).body
  const member = await sell(drawer.ticket(stock, 1, '20.00', { customer_id }))
  fine(await mailReceipt(member.id))
  expect((await newestMail(shop.it, 'own@shop.test'))?.subject).toContain(member.number)
  fine(await mailReceipt(member.id, 'friend@shop.test'))
  expect((await newestMail(shop.it, 'friend@shop.test'))?.subject).toContain(member.number)
  const walkIn = await sell(drawer.ticket(stock, 1, '20.00'))
  const refused = await mailReceipt(walkIn.id)
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['email']])
})

test('receipt emails are limited to three an hour per ticket, and to one at a time per normalized address', async () => {
  const stock = await shop.stock(9, '20.00')
  const { id } = await sell(drawer.ticket(stock, 1, '20.00'))
  fine(await mailReceipt(id, 'one@shop.test'))
  const again = await mailReceipt(id, ' ONE@shop.test ')
  expect([again.status, again.body.messages]).toEqual([429, ['This receipt was just sent to this address.']])
  fine(await mailReceipt(id, 'two@shop.test'))
  const most = await mailReceipt(id, 'three@shop.test')
  expect([most.status, Number(most.headers['retry-after']) > 3_000]).toEqual([429, true])
  const other = await sell(drawer.ticket(stock, 1, '20.00'))
  fine(await mailReceipt(other.id, 'one@shop.test'))
  const sent = await shop.it.kernel.db.rows<{ to: string }>(
    sql`select recipient as to from mail where recipient in ('one@shop.test', 'two@shop.test', 'three@shop.test') order by id`,
  )
  expect(sent.map(({ to }) => to)).toEqual(['one@shop.test', 'two@shop.test', 'one@shop.test'])
})
