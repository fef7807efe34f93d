import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sign, sql } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, type Drawer, openCounter, getTurn, createWorker } from './counter.ts'

/** Who can use a register by PIN, and for how long. */
let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
})
afterAll(() => shop.it.close())

const password = 'a long password'
const setPin = (as: Client, pin: string) => as.put('/api/admin/pos/pin', { pin, password })
async function manned(rights: Parameters<typeof createWorker>[1], pin: string) {
  const person = await createWorker(shop, rights)
  fine(await setPin(person.as, pin))
  return person
}
const takeOver = (drawer: Drawer, account_id: number, pin: string, as = shop.owner, store = shop.store) =>
  as.post(`/api/admin/store/${store}/session/${drawer.session}/cashier`, { account_id, pin, device: drawer.device })
const fresh = async () => shop.open(shop.owner, await shop.another())
const cashiers = async (store = shop.store) =>
  fine(await shop.owner.get(`/api/admin/store/${store}/cashier`)).body.data as { id: number; name: string }[]
const sellAs = async (drawer: Drawer, cashier: string) => {
  const stock = await shop.stock(5, '10.00')
  return drawer.sell(drawer.ticket(stock, 1, '10.00', { cashier }))
}

test.each([
  ['123', 'digits'],
  ['12345678', 'guessed'],
  ['12a4', 'digits'],
  ['13 79', 'digits'],
  ['4444', 'guessed'],
  ['9876', 'guessed'],
])('"%s" is not accepted as a PIN', async (pin, reason) => {
  const { as } = await createWorker(shop, 'pos.editor')
  const { status, body } = await setPin(as, pin)
  expect([status, Object.keys(body.messages)]).toEqual([422, ['pin']])
  expect(body.messages.pin[0]).toContain(reason === 'digits' ? 'four to eight digits' : 'too easy to guess')
})

test('a PIN has four to eight digits, and the latest one is valid', async () => {
  const { as, id } = await createWorker(shop, 'pos.editor')
  const drawer = await fresh()
  fine(await setPin(as, '1379'))
  expect((await takeOver(drawer, id, '1379')).status).toBe(200)
  fine(await setPin(as, '13792468'))
  expect((await setPin(as, '137924680')).status).toBe(422)
  expect((await takeOver(drawer, id, '1379')).body.messages).toEqual({ pin: ['The PIN is incorrect.'] })
  expect((await takeOver(drawer, id, '13792468')).status).toBe(200)
})

test('cashiers are staff of the store with a PIN and the sell permission, sorted by name', async () => {
  await shop.it.kernel.db.run(sql`delete from pos_pin`)
  const seller = await manned('pos.editor', '1379')
  const counter = await createWorker(shop, ['get store', 'close pos session'])
  const stranger = await shop.it.staff('pos.editor')
  fine(await setPin(stranger, '2468'))
  await createWorker(shop, 'pos.editor')
  const first = await manned('pos.manager', '8042')
  await shop.it.kernel.db.run(sql`update account set name = 'Amy' where id = ${first.id}`)
  await shop.it.kernel.db.run(sql`update account set name = 'Zoe' where id = ${seller.id}`)
  expect((await setPin(counter.as, '1379')).status).toBe(403)
  expect(await cashiers()).toEqual([
    { id: first.id, name: 'Amy' },
    { id: seller.id, name: 'Zoe' },
  ])
})

test('staff of another store cannot take over a till even with the right PIN', async () => {
  const stranger = await shop.it.staff('pos.editor')
  const id = (await shop.it.kernel.db.one<{ id: number }>(sql`select id from account order by id desc limit 1`))?.id ?? 0
  fine(await setPin(stranger, '1379'))
  expect((await takeOver(await fresh(), id, '1379')).status).toBe(403)
})

test('taking over a till requires an open session of that store and a valid device', async () => {
  const { id } = await manned('pos.editor', '1379')
  const other = fine(await shop.owner.post('/api/admin/store', { code: 'north', name: 'North' })).body.id
  const drawer = await fresh()
  expect((await takeOver(drawer, id, '1379', shop.owner, other)).status).toBe(404)
  expect((await takeOver({ ...drawer, session: 999_999 }, id, '1379')).status).toBe(404)
  expect((await takeOver({ ...drawer, device: 'my phone' }, id, '1379')).body.messages).toHaveProperty('device')
})

test('the right PIN resets failed attempts; otherwise the fifth failure locks the till', async () => {
  const { id } = await manned('pos.editor', '1379')
  const drawer = await fresh()
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 4; i++) expect((await takeOver(drawer, id, '2580')).status).toBe(422)
    expect((await takeOver(drawer, id, '1379')).status, `round ${round}`).toBe(200)
  }
  for (let i = 0; i < 5; i++) expect((await takeOver(drawer, id, '2580')).status).toBe(422)
  const refused = await takeOver(drawer, id, '1379')
  expect([refused.status, Number(refused.headers['retry-after']) > 200]).toEqual([429, true])
})

test('failed PIN attempts per person are counted across registers and limited to twenty an hour', async () => {
  const { id } = await manned('pos.editor', '1379')
  for (let register = 0; register < 4; register++) {
    const drawer = await fresh()
    for (let i = 0; i < 5; i++) expect((await takeOver(drawer, id, '2580')).status).toBe(422)
  }
  const next = await fresh()
  expect((await takeOver(next, id, '1379')).status).toBe(429)
  const other = await manned('pos.editor', '8042')
  expect((await takeOver(await fresh(), other.id, '8042')).status).toBe(200)
})

test('a cashier token expires after a working day', async () => {
  const { id } = await manned('pos.editor', '1379')
  const drawer = await fresh()
  const { token } = fine(await takeOver(drawer, id, '1379')).body
  const [, until] = token.split('.').map(Number)
  const hours = (until - Date.now()) / 3_600_000
  expect([hours > 15.9, hours <= 16]).toEqual([true, true])
  const mark = (await shop.it.kernel.db.one<{ mark: string }>(sql`select mark::text as mark from pos_pin where account_id = ${id}`))?.mark
  const key = (
    await shop.it.kernel.db.one<{ key: string }>(sql`select key::text as key from pos_manned where session_id = ${drawer.session}`)
  )?.key
  const signed = (end: number) =>
    `${id}.${end}.${sign(shop.it.kernel.config, 'pos cashier', `${id} ${drawer.session} ${drawer.device} ${mark} ${key} ${end}`)}`
  expect((await sellAs(drawer, signed(Date.now() + 60_000))).status).toBe(200)
  const over = await sellAs(drawer, signed(Date.now() - 1))
  expect([over.status, over.body.messages]).toEqual([403, ['Your time on this register has ended. Enter your PIN again.']])
})

test.each([
  ['who leaves the store', ({ id }: { id: number }) => sql`delete from store_account where account_id = ${id}`],
  ['who may sell no more', ({ role }: { role: number }) => sql`update role set permission_list = '{get store}' where id = ${role}`],
  ['whose PIN was taken away', ({ id }: { id: number }) => sql`delete from pos_pin where account_id = ${id}`],
  ['whose account is off', ({ id }: { id: number }) => sql`update account set enabled = false where id = ${id}`],
])('%s can no longer use the till, though the token has not expired', async (_, change) => {
  const person = await manned('pos.editor', '1379')
  const drawer = await fresh()
  const { token } = fine(await takeOver(drawer, person.id, '1379')).body
  expect((await sellAs(drawer, token)).status).toBe(200)
  await shop.it.kernel.db.run(change(person))
  expect((await sellAs(drawer, token)).status).toBe(403)
  expect((await cashiers()).map(({ id }) => id)).not.toContain(person.id)
})

test('quotes, returns and cash movements use the permissions of the person who took over the till', async () => {
  const stock = await shop.stock(20, '100.00')
  const clerk = await manned(['get store', 'get pos ticket', 'sell pos ticket', 'open pos session'], '1379')
  const lead = await manned('pos.manager', '8042')
  const drawer = await shop.open(clerk.as, await shop.another())
  const { token: cashier } = fine(await takeOver(drawer, lead.id, '8042', clerk.as)).body
  const at = `/api/admin/store/${shop.store}`
  const cheaper = { lines: [{ subject_id: stock, quantity: 1, unit_price: '95.00', reason: 'scratched' }] }
  const here = { session_id: drawer.session, device: drawer.device }
  expect((await clerk.as.post(`${at}/quote`, cheaper)).body.messages).toHaveProperty('lines.0.unit_price')
  expect(fine(await clerk.as.post(`${at}/quote`, { ...cheaper, ...here, cashier })).body.total).toBe('95.00')
  expect((await clerk.as.post(`${at}/quote`, { ...cheaper, cashier })).status).toBe(403)

  const sold = fine(await drawer.sell(drawer.ticket(stock, 2, '200.00'))).body
  const [line] = fine(await clerk.as.get(`${at}/ticket?barcode=${sold.number}`)).body.lines
  const back = (more: object) =>
    clerk.as.post(`${at}/ticket/${sold.id}/return`, {
      ...{ ...getTurn(drawer), reason: 'too small', lines: [{ order_line_id: line.order_line_id, quantity: 1, resaleable: 1 }], ...more },
    })
  expect((await back({})).status).toBe(403)
  const unproven = { ...getTurn(drawer), reason: 'no bill', lines: [{ subject_id: stock, quantity: 1, resaleable: 1 }] }
  expect((await clerk.as.post(`${at}/return`, unproven)).status).toBe(403)
  const returnTicket = fine(await clerk.as.post(`${at}/return`, { ...unproven, cashier })).body
  expect(fine(await shop.owner.get(`/api/admin/pos_ticket/${returnTicket.id}`)).body.cashier_id).toBe(lead.id)
  const move = { id: randomUUID(), kind: 'in', amount: '5.00', reason: 'coins' }
  expect((await clerk.as.post(`${at}/session/${drawer.session}/cash`, { ...move, cashier })).status).toBe(403)
  fine(await clerk.as.post(`${at}/session/${drawer.session}/cash`, { ...move, cashier, device: drawer.device }))
  const rows = await shop.it.kernel.db.rows(
    sql`select kind, account_id as by from pos_cash where session_id = ${drawer.session} order by id`,
  )
  expect(rows).toEqual([
    { kind: 'float', by: clerk.id },
    { kind: 'sale', by: clerk.id },
    { kind: 'refund', by: lead.id },
    { kind: 'in', by: lead.id },
  ])
})

test('a cashier token ends with the next take-over and when the till is handed back', async () => {
  const clerk = await manned(['get store', 'sell pos ticket', 'open pos session'], '1379')
  const lead = await manned('pos.manager', '8042')
  const drawer = await shop.open(clerk.as, await shop.another())
  const at = `/api/admin/store/${shop.store}/session/${drawer.session}`
  const move = (cashier: string) =>
    clerk.as.post(`${at}/cash`, { id: randomUUID(), kind: 'in', amount: '5.00', reason: 'coins', device: drawer.device, cashier })
  const first = fine(await takeOver(drawer, lead.id, '8042', clerk.as)).body.token
  expect((await move(first)).status).toBe(204)
  fine(await takeOver(drawer, clerk.id, '1379', clerk.as))
  expect((await move(first)).status).toBe(403)
  const stock = await shop.stock(5, '100.00')
  const cheaper = { lines: [{ subject_id: stock, quantity: 1, unit_price: '95.00', reason: 'scratched' }], cashier: first }
  expect((await drawer.sell(drawer.ticket(stock, 1, '95.00', cheaper))).status).toBe(403)
  const second = fine(await takeOver(drawer, lead.id, '8042', clerk.as)).body.token
  expect((await move(first)).status).toBe(403)
  expect((await move(second)).status).toBe(204)
  expect((await clerk.as.delete(`${at}/cashier?device=${drawer.device}`)).status).toBe(204)
  expect((await move(second)).status).toBe(403)
})

test('an offline ticket names the cashier at the time of sale, whoever has the till when it arrives', async () => {
  const clerk = await manned('pos.editor', '1379')
  const lead = await manned('pos.manager', '8042')
  const drawer = await shop.open(clerk.as, await shop.another())
  const stock = await shop.stock(5, '10.00')
  const cashier = fine(await takeOver(drawer, lead.id, '8042', clerk.as)).body.token
  const during = new Date().toISOString()
  fine(await takeOver(drawer, clerk.id, '1379', clerk.as))
  const sell = async (sold_at: string) => {
    const { id } = fine(await drawer.sell(drawer.ticket(stock, 1, '10.00', { cashier, offline: true, sold_at }))).body
    return fine(await shop.owner.get(`/api/admin/pos_ticket/${id}`)).body.cashier_id
  }
  expect(await sell(during)).toBe(lead.id)
  expect(await sell(new Date().toISOString())).toBe(clerk.id)
})

test('of several concurrent take-overs of one device one is valid', async () => {
  const people = [await manned('pos.editor', '1379'), await manned('pos.editor', '8042')]
  const drawer = await fresh()
  const tokens = await Promise.all(
    people.map(async ({ id }, i) => fine(await takeOver(drawer, id, i === 0 ? '1379' : '8042')).body.token as string),
  )
  const answers = await Promise.all(tokens.map((token) => sellAs(drawer, token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
})
