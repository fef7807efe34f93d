import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, type Drawer, drawerOf, lying, openCounter, createWorker } from './counter.ts'

/** What a cashier can record as sold offline: signed prices that the server sent to the device, and stock that could not be checked. */
let shop: Counter
let clerk: { as: Client; id: number }
let lead: { as: Client; id: number }
const PIN = '80421975'
beforeAll(async () => {
  shop = await openCounter()
  clerk = await createWorker(shop, 'pos.editor')
  lead = await createWorker(shop, 'pos.manager')
  fine(await lead.as.put('/api/admin/pos/pin', { pin: PIN, password: 'a long password' }))
})
afterAll(() => shop.it.close())

const fresh = async () => shop.open(clerk.as, await shop.another(), '0.00')
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
/** Makes the session look old and its device silent since then. */
async function silent(drawer: Drawer, minutes = 60): Promise<void> {
  await shop.it.kernel.db.run(
    sql`update pos_session set opened_at = now() - make_interval(mins => ${minutes}) where id = ${drawer.session}`,
  )
  await shop.it.kernel.db.run(sql`update pos_device set seen_at = now() - make_interval(mins => ${minutes}),
    online_since = now() - make_interval(mins => ${minutes}) where session_id = ${drawer.session}`)
}
const findArticle = async (stock: number) => {
  const page = fine(await clerk.as.get(`/api/admin/store/${shop.store}/article?after=${stock - 1}`)).body.data
  return page.find(({ id }: { id: number }) => id === stock) as { pay: string; price_signature: string }
}
const reprice = async (stock: number, price: string) => {
  await shop.it.kernel.db.run(sql`update stock set price_minor = ${Math.round(Number(price) * 100)} where id = ${stock}`)
}
const offline = (drawer: Drawer, stock: number, quantity: number, shownPrice: string, total: string, more: object = {}) =>
  drawer.ticket(stock, quantity, total, {
    offline: true,
    sold_at: minutesAgo(30),
    lines: [
      { subject_id: stock, quantity, told: shownPrice, ...('price_signature' in more ? { price_signature: more.price_signature } : {}) },
    ],
    ...(total === '0.00' ? { payments: [] } : {}),
    ...more,
  })
const approver = (pin = PIN, account_id = lead.id) => ({ approver_id: account_id, approver_pin: pin })
const ticketRow = async (id: number) => fine(await shop.owner.get(`/api/admin/pos_ticket/${id}?fields=*`)).body

test('a cashier without the price permission cannot sell for nothing by claiming to be offline', async () => {
  const stock = await shop.stock(60, '58.00')
  const drawer = await fresh()
  await silent(drawer)
  const free = offline(drawer, stock, 50, '0.00', '0.00')
  const refused = await drawer.sell(free)
  expect([refused.status, refused.body.code]).toEqual([422, 'TICKET_NEEDS_APPROVAL'])
  expect(refused.body.messages).toEqual(['This is 2900.00 below the price. Ask a person with permission to approve it with a PIN.'])
  expect(await lying(shop, stock)).toBe(60)
  // A manual price or a discount does not avoid the check.
  const hand = { unit_price: '1.00', reason: 'friend' }
  for (const more of [
    { total: '1.00', lines: [{ subject_id: stock, quantity: 1, told: '58.00', ...hand }], payments: [{ method: 'cash', amount: '1.00' }] },
    { total: '8.00', discount: '50.00', discount_reason: 'x', payments: [{ method: 'cash', amount: '8.00' }] },
    { total: '1.00', payments: [{ method: 'cash', amount: '1.00' }] },
  ])
    expect((await drawer.sell(offline(drawer, stock, 1, '58.00', '58.00', more))).body.code).toBe('TICKET_NEEDS_APPROVAL')
})

test('staff with the price permission approve an offline underprice by PIN; cashier and approver are both recorded', async () => {
  const stock = await shop.stock(9, '10.00')
  const drawer = await fresh()
  await silent(drawer)
  const cheap = offline(drawer, stock, 1, '9.50', '9.50')
  expect((await drawer.sell(cheap)).body.code).toBe('TICKET_NEEDS_APPROVAL')
  expect((await drawer.sell({ ...cheap, ...approver('11119') })).body.messages).toEqual({ approver_pin: ['The PIN is incorrect.'] })
  const sold = fine(await drawer.sell({ ...cheap, ...approver() })).body
  expect(sold).toMatchObject({ total: '9.50', trouble: ['price'] })
  expect(await ticketRow(sold.id)).toMatchObject({ cashier_id: clerk.id, approved_by: lead.id, review: '0.00' })
  // The same ticket again gets the same response, with or without approval.
  expect(fine(await drawer.sell(cheap)).body.id).toBe(sold.id)
})

test('an approval is bounded by the limit of the approver and requires their own PIN', async () => {
  const stock = await shop.stock(9, '10.00')
  const drawer = await fresh()
  await silent(drawer)
  const deep = offline(drawer, stock, 1, '5.00', '5.00')
  expect((await drawer.sell({ ...deep, ...approver() })).body.code).toBe('TICKET_NEEDS_APPROVAL')
  // The cashier's own PIN grants nothing beyond the cashier's permissions.
  fine(await clerk.as.put('/api/admin/pos/pin', { pin: '2486', password: 'a long password' }))
  expect((await drawer.sell({ ...deep, ...approver('2486', clerk.id) })).body.code).toBe('TICKET_NEEDS_APPROVAL')
  expect(await lying(shop, stock)).toBe(9)
})

test('PIN attempts for approvals are limited like those for take-overs', async () => {
  const stock = await shop.stock(9, '10.00')
  const drawer = await fresh()
  await silent(drawer)
  const cheap = offline(drawer, stock, 1, '9.50', '9.50')
  const answers = []
  for (let i = 0; i < 6; i++) answers.push((await drawer.sell({ ...cheap, ...approver(`5${i}137`) })).status)
  expect(answers).toEqual([422, 422, 422, 422, 422, 429])
  await shop.it.kernel.db.run(sql`delete from rate_limit`)
})

test('an outdated price with a valid signature is accepted, flagged, and its difference put up for review', async () => {
  const stock = await shop.stock(9, '10.00')
  const drawer = await fresh()
  const { price_signature } = await findArticle(stock)
  await silent(drawer)
  await reprice(stock, '12.00')
  const sold = fine(await drawer.sell(offline(drawer, stock, 1, '10.00', '10.00', { price_signature }))).body
  expect(sold).toMatchObject({ total: '10.00', trouble: ['price'] })
  expect(await ticketRow(sold.id)).toMatchObject({ approved_by: null, review: '2.00' })
})

test('a price signature is valid for its article, its price, and two weeks', async () => {
  const [stock, other] = [await shop.stock(9, '10.00'), await shop.stock(9, '3.00')]
  const drawer = await fresh()
  const [{ price_signature }, cheap] = [await findArticle(stock), await findArticle(other)]
  await silent(drawer)
  await reprice(stock, '12.00')
  const week = Number(price_signature.split('.')[0])
  for (const [shownPrice, signature] of [
    ['9.00', price_signature],
    ['3.00', cheap.price_signature],
    ['10.00', ''],
    ['10.00', price_signature.replace(`${week}.`, `${week - 2}.`)],
    ['10.00', 'x'],
    ['10.00', `${week}.`],
  ] as const)
    expect(
      (await drawer.sell(offline(drawer, stock, 1, shownPrice, shownPrice, { price_signature: signature }))).body.code,
      shownPrice,
    ).toBe('TICKET_NEEDS_APPROVAL')
})

test('an offline ticket of a device that was online needs a permission or approval for missing stock and old prices', async () => {
  const stock = await shop.stock(1, '10.00')
  const drawer = await fresh()
  const { price_signature } = await findArticle(stock)
  const lines = [{ subject_id: stock, quantity: 2, told: '10.00', price_signature }]
  const two = () => drawer.ticket(stock, 2, '20.00', { offline: true, lines })
  const refused = await drawer.sell(two())
  expect([refused.status, refused.body.code]).toEqual([409, 'OUT_OF_STOCK'])
  // A ticket without deviations needs no approval.
  expect(fine(await drawer.sell({ ...drawer.ticket(stock, 1, '10.00', { offline: true }) })).body.trouble).toEqual([])
  await reprice(stock, '12.00')
  const older = drawer.ticket(stock, 1, '10.00', { offline: true, lines: [{ ...lines[0], quantity: 1 }] })
  expect((await drawer.sell(older)).body.code).toBe('TICKET_NEEDS_APPROVAL')
  await reprice(stock, '10.00')
  const sold = fine(await drawer.sell({ ...two(), ...approver() })).body
  expect(sold.trouble).toEqual(['goods'])
  expect(await ticketRow(sold.id)).toMatchObject({ approved_by: lead.id, review: '0.00' })
})

test('oversold stock is accepted from a silent device, and its value is put up for review', async () => {
  const stock = await shop.stock(1, '10.00')
  const drawer = await fresh()
  await silent(drawer)
  const sold = fine(await drawer.sell(offline(drawer, stock, 3, '10.00', '30.00'))).body
  expect(sold.trouble).toEqual(['goods'])
  expect(await ticketRow(sold.id)).toMatchObject({ review: '20.00' })
})

test('a quote request counts as contact: a ticket of that moment needs approval, an earlier one does not', async () => {
  const stock = await shop.stock(0, '10.00')
  const drawer = await fresh()
  await silent(drawer)
  const lines = [{ subject_id: stock, quantity: 1, told: '10.00' }]
  fine(
    await clerk.as.post(`/api/admin/store/${shop.store}/quote`, {
      lines: [{ subject_id: stock, quantity: 1 }],
      session_id: drawer.session,
      device: drawer.device,
    }),
  )
  const now = drawer.ticket(stock, 1, '10.00', { offline: true, lines, sold_at: new Date().toISOString() })
  expect((await drawer.sell(now)).body.code).toBe('OUT_OF_STOCK')
  expect(fine(await drawer.sell(offline(drawer, stock, 1, '10.00', '10.00'))).body.trouble).toEqual(['goods'])
})

test('a drawer with a review amount above the tolerance needs a settlement unless its tickets were accepted', async () => {
  const [stock, more] = [await shop.stock(0, '10.00'), await shop.stock(0, '15.00')]
  const close = async (drawer: Drawer, counted: string) => {
    fine(await drawerOf(shop, drawer, clerk.as).count(counted))
    return fine(await drawerOf(shop, drawer, clerk.as).close()).body.status
  }
  const little = await fresh()
  await silent(little)
  fine(await little.sell(offline(little, stock, 2, '10.00', '20.00')))
  expect(await close(little, '20.00')).toBe('completed')

  const much = await fresh()
  await silent(much)
  for (const stockId of [stock, more])
    fine(await much.sell(offline(much, stockId, 1, stockId === stock ? '10.00' : '15.00', stockId === stock ? '10.00' : '15.00')))
  expect(await close(much, '25.00')).toBe('abnormal')
  expect((await clerk.as.post(`/api/admin/pos_session/${much.session}/settle`, { reason: 'x' })).status).toBe(403)
  fine(await lead.as.post(`/api/admin/pos_session/${much.session}/settle`, { reason: 'counted the shelf' }))

  const otherDrawer = await fresh()
  await silent(otherDrawer)
  const { id } = fine(await otherDrawer.sell(offline(otherDrawer, more, 2, '15.00', '30.00'))).body
  fine(await lead.as.post(`/api/admin/pos_ticket/${id}/accept`))
  expect(await close(otherDrawer, '30.00')).toBe('completed')
})
