import { afterAll, beforeAll, expect, test } from 'vitest'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, drawerOf, openCounter } from './counter.ts'

/** Registers and their sales. */
let shop: Counter
let other: number
beforeAll(async () => {
  shop = await openCounter()
  other = fine(await shop.owner.post('/api/admin/store', { code: 'north', name: 'North' })).body.id
})
afterAll(() => shop.it.close())

const fields = ({ status, body }: { status: number; body: any }) => [status, ...Object.keys(body.messages ?? {})]
const read = async (id: number) => fine(await shop.owner.get(`/api/admin/pos_register/${id}`)).body
const write = async (id: number, values: object) =>
  shop.owner.put(`/api/admin/pos_register/${id}`, { ...values, version: (await read(id)).version })

test('a register can move to another store until its first session; its name can always change', async () => {
  const register = await shop.another()
  fine(await write(register, { store_id: other }))
  fine(await write(register, { store_id: shop.store }))
  const drawer = await shop.open(shop.owner, register, '0.00')
  fine(await drawerOf(shop, drawer).count('0.00'))
  fine(await drawerOf(shop, drawer).close())
  expect(fields(await write(register, { store_id: other }))).toEqual([422, 'store_id'])
  fine(await write(register, { store_id: shop.store, name: 'At the door' }))
  expect(await read(register)).toMatchObject({ name: 'At the door', store_id: shop.store })
})

test('a register can be deleted until its first session', async () => {
  const [used, fresh] = [await shop.another(), await shop.another()]
  await shop.open(shop.owner, used)
  const refused = await shop.owner.delete(`/api/admin/pos_register/${used}`)
  expect([refused.status, refused.body.messages]).toEqual([422, { id: ['This register has sales. Disable it instead.'] }])
  fine(await shop.owner.delete(`/api/admin/pos_register/${fresh}`))
  expect((await shop.owner.get(`/api/admin/pos_register/${fresh}`)).status).toBe(404)
})

test('the register code is the prefix of receipt numbers: unique, short and alphanumeric', async () => {
  const make = (code: string) => shop.owner.post('/api/admin/pos_register', { code, name: 'X', store_id: shop.store })
  expect(fields(await make('k1'))).toEqual([422, 'code'])
  expect(fields(await make('k'.repeat(13)))).toEqual([422, 'code'])
  expect(fields(await make('a b'))).toEqual([422, 'code'])
  const id = fine(await make('q'.repeat(12))).body.id
  const stock = await shop.stock(2, '10.00')
  const drawer = await shop.open(shop.owner, id)
  expect(fine(await drawer.sell(drawer.ticket(stock, 1, '10.00'))).body.number).toBe(`${'Q'.repeat(12)}-${drawer.session}-1`)
})

test('a register disabled while open still accepts tickets, is counted and closed, and cannot be opened again', async () => {
  const stock = await shop.stock(5, '10.00')
  const register = await shop.another()
  const drawer = await shop.open(shop.owner, register, '0.00')
  fine(await write(register, { enabled: false }))
  fine(await drawer.sell(drawer.ticket(stock, 1, '10.00')))
  expect(fine(await drawerOf(shop, drawer).count('10.00')).body.difference).toBe('0.00')
  fine(await drawerOf(shop, drawer).close())
  const again = await shop.owner.post(`/api/admin/store/${shop.store}/session`, { register_id: register, device: crypto.randomUUID() })
  expect(fields(again)).toEqual([422, 'register_id'])
})

test('a register being counted cannot be joined; after closing it opens a new session with its own number', async () => {
  const register = await shop.another()
  const drawer = await shop.open(shop.owner, register, '30.00')
  fine(await drawerOf(shop, drawer).count('30.00'))
  const open = () =>
    shop.owner.post(`/api/admin/store/${shop.store}/session`, { register_id: register, opening_float: '0.00', device: crypto.randomUUID() })
  expect((await open()).body.code).toBe('TILL_CLOSED')
  fine(await drawerOf(shop, drawer).close())
  const next = fine(await open()).body
  expect(next).toMatchObject({ joined: false, place: 1, last: 0, status: 'processing' })
  expect(next.id).not.toBe(drawer.session)
  const numbers = [drawer.session, next.id].map(async (id) => fine(await shop.owner.get(`/api/admin/pos_session/${id}`)).body.number)
  expect(new Set(await Promise.all(numbers)).size).toBe(2)
})

test('joining a drawer does not change its float, and a zero float is no cash movement', async () => {
  const register = await shop.another()
  const drawer = await shop.open(shop.owner, register, '100.00')
  await shop.open(shop.owner, register, '900.00')
  expect(fine(await drawerOf(shop, drawer).count('100.00')).body).toMatchObject({ expected: '100.00', difference: '0.00' })
  const bare = await shop.open(shop.owner, await shop.another(), '0.00')
  expect(fine(await shop.owner.get(`/api/admin/pos_cash?session_id=${bare.session}`)).body.total).toBe(0)
  expect(fine(await shop.owner.get(`/api/admin/pos_cash?session_id=${drawer.session}`)).body.data).toMatchObject([
    { kind: 'float', amount: '100.00' },
  ])
})

test('sessions and tickets are written by tills only, and the list shows the takings of each drawer', async () => {
  const stock = await shop.stock(5, '12.30')
  const drawer = await shop.open(shop.owner, await shop.another())
  fine(await drawer.sell(drawer.ticket(stock, 1, '12.30')))
  fine(await drawer.sell(drawer.ticket(stock, 1, '12.30', { payments: [{ method: 'card', amount: '12.30' }] })))
  const { data } = fine(await shop.owner.get(`/api/admin/pos_session?sort=-id&limit=1`)).body
  expect(data[0]).toMatchObject({ id: drawer.session, taken: '24.60' })
  for (const path of [`pos_session/${drawer.session}`, 'pos_ticket/1', 'pos_cash/1']) {
    expect([404, 405], path).toContain((await shop.owner.put(`/api/admin/${path}`, { version: 1 })).status)
    expect([404, 405], path).toContain((await shop.owner.delete(`/api/admin/${path}`)).status)
  }
  for (const move of ['count', 'resume', 'close', 'doubt'])
    expect([404, 405], move).toContain((await shop.owner.post(`/api/admin/pos_session/${drawer.session}/${move}`, {})).status)
})

test('a difference is settled once, with a reason and permission, and the person is recorded', async () => {
  const drawer = await shop.open(shop.owner, await shop.another(), '100.00')
  fine(await drawerOf(shop, drawer).count('0.00'))
  fine(await drawerOf(shop, drawer).close('gone'))
  const settle = (as = shop.owner, body: object = { reason: 'in the safe' }) =>
    as.post(`/api/admin/pos_session/${drawer.session}/settle`, body)
  const clerk = await shop.it.staff(['see all store', 'get store', 'get pos session', 'close pos session'])
  expect((await settle(clerk)).status).toBe(403)
  const both = await Promise.all([settle(), settle()])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await drawerOf(shop, drawer).report()).toMatchObject({
    status: 'completed',
    difference: '-100.00',
    expected: '100.00',
    counted: '0.00',
  })
})
