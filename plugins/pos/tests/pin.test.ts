import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, type Drawer, openCounter } from './counter.ts'

let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
})
afterAll(() => shop.it.close())

const password = 'a long password'
/** Creates a member of the store's staff with a PIN. */
async function worker(role: `pos.${string}`, pin: string): Promise<{ as: Client; id: number }> {
  const as = await shop.it.staff(role)
  const row = await shop.it.kernel.db.one<{ id: number }>(sql`select id from account order by id desc limit 1`)
  const { staff, version } = fine(await shop.owner.get(`/api/admin/store/${shop.store}`)).body
  fine(await shop.owner.put(`/api/admin/store/${shop.store}`, { version, staff: [...(staff ?? []).map((s: any) => s.id ?? s), row?.id] }))
  fine(await as.put('/api/admin/pos/pin', { pin, password }))
  return { as, id: row?.id ?? 0 }
}
const takeOver = (drawer: Drawer, account_id: number, pin: string, as = drawer.as, device = drawer.device) =>
  as.post(`/api/admin/store/${shop.store}/session/${drawer.session}/cashier`, { account_id, pin, device })
const ticketAt = (as: Client, ticket: object) => as.post(`/api/admin/store/${shop.store}/ticket`, ticket)

test('a take-over by PIN sells with the name and permissions of that person, on that device and drawer only', async () => {
  const stock = await shop.stock(50, '100.00')
  const clerk = await worker('pos.editor', '1379')
  const lead = await worker('pos.manager', '80421975')
  const drawer = await shop.open(clerk.as, await shop.another())
  const people = fine(await clerk.as.get(`/api/admin/store/${shop.store}/cashier`)).body.data
  expect(people.map((p: { id: number }) => p.id).sort()).toEqual([clerk.id, lead.id].sort())
  const { token: cashier, may } = fine(await takeOver(drawer, lead.id, '80421975')).body
  expect(may).toMatchObject({ reprice: true, cash: true })
  const cheap = (more: object) =>
    drawer.ticket(stock, 1, '95.00', { lines: [{ subject_id: stock, quantity: 1, unit_price: '95.00', reason: 'scratched' }], ...more })
  // The signed-in account may not change prices; the one identified by PIN may.
  expect((await ticketAt(clerk.as, cheap({}))).body.messages).toHaveProperty('lines.0.unit_price')
  const sold = fine(await ticketAt(clerk.as, cheap({ cashier }))).body
  expect(fine(await shop.owner.get(`/api/admin/pos_ticket/${sold.id}`)).body.cashier_id).toBe(lead.id)
  const ownTicket = fine(await ticketAt(clerk.as, drawer.ticket(stock, 1, '100.00'))).body
  expect(fine(await shop.owner.get(`/api/admin/pos_ticket/${ownTicket.id}`)).body.cashier_id).toBe(clerk.id)
  const out = { id: randomUUID(), kind: 'out', amount: '5.00', reason: 'stamps' }
  const cash = `/api/admin/store/${shop.store}/session/${drawer.session}/cash`
  expect((await clerk.as.post(cash, out)).status).toBe(403)
  fine(await clerk.as.post(cash, { ...out, cashier, device: drawer.device }))
  // The cashier session is not valid on another drawer or device.
  const elsewhere = await shop.open(clerk.as, await shop.another())
  expect((await ticketAt(clerk.as, elsewhere.ticket(stock, 1, '100.00', { cashier }))).status).toBe(403)
  // Changing the PIN ends the cashier session, and so does leaving the store. Offline sales are still accepted.
  fine(await lead.as.put('/api/admin/pos/pin', { pin: '2580', password }))
  expect((await ticketAt(clerk.as, drawer.ticket(stock, 1, '100.00', { cashier }))).status).toBe(403)
  const late = fine(await ticketAt(clerk.as, drawer.ticket(stock, 1, '100.00', { cashier, offline: true }))).body
  expect(fine(await shop.owner.get(`/api/admin/pos_ticket/${late.id}`)).body.cashier_id).toBe(clerk.id)
})

test('a PIN cannot be guessed, is never logged, and cannot be set for another person', async () => {
  const lead = await worker('pos.manager', '7391')
  const drawer = await shop.open(shop.owner, await shop.another())
  expect((await lead.as.put('/api/admin/pos/pin', { pin: '1234', password })).body.messages).toEqual({
    pin: ['This PIN is too easy to guess. Choose another one.'],
  })
  expect((await lead.as.put('/api/admin/pos/pin', { pin: '7391', password: 'not mine' })).body.messages).toHaveProperty('password')
  const tries = await Promise.all(Array.from({ length: 20 }, (_, n) => takeOver(drawer, lead.id, String(2000 + n))))
  expect(tries.filter(({ status }) => status === 422)).toHaveLength(5)
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(15)
  // On this register even the correct PIN is rejected now; on another one it works.
  expect((await takeOver(drawer, lead.id, '7391')).status).toBe(429)
  const next = await shop.open(shop.owner, await shop.another())
  expect((await takeOver(next, lead.id, '7391')).status).toBe(200)
  // An account without a PIN and an unknown account get the same error.
  const more = await shop.open(shop.owner, await shop.another())
  for (const unknownId of [1, 999_999])
    expect((await takeOver(more, unknownId, '7391')).body.messages).toEqual({ pin: ['The PIN is incorrect.'] })
  const { hash } = (await shop.it.kernel.db.one<{ hash: string }>(sql`select hash from pos_pin where account_id = ${lead.id}`)) ?? {
    hash: '',
  }
  expect(hash).toMatch(/^\$argon2id\$/)
  const logged = await shop.it.kernel.db.rows<{ line: string }>(sql`select changes::text as line from audit_log where verb = 'set pin'`)
  expect(logged.every(({ line }) => !line.includes('7391'))).toBe(true)
  fine(await lead.as.delete('/api/admin/pos/pin'))
  expect((await takeOver(next, lead.id, '7391')).status).toBe(422)
})

test('a forged cashier token is rejected in any form', async () => {
  const stock = await shop.stock(5, '10.00')
  const drawer = await shop.open(shop.owner, await shop.another())
  const lead = await worker('pos.manager', '4826')
  const { token } = fine(await takeOver(drawer, lead.id, '4826')).body
  const [account, until, signature] = token.split('.')
  for (const cashier of [
    'x',
    '..',
    `1.${until}.${signature}`,
    `${account}.${Number(until) + 1}.${signature}`,
    `${account}.${until}.`,
    '1e9.NaN.z',
  ])
    expect((await drawer.sell(drawer.ticket(stock, 1, '10.00', { cashier }))).status, cashier).toBe(403)
})
