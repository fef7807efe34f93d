import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, openCounter, createWorker } from './counter.ts'

/** Parked tickets. */
let shop: Counter
let other: number
beforeAll(async () => {
  shop = await openCounter()
  other = fine(await shop.owner.post('/api/admin/store', { code: 'aside', name: 'Aside' })).body.id
})
afterAll(() => shop.it.close())

const path = (store = shop.store) => `/api/admin/store/${store}/parked`
const park = (label: string, more: { id?: string; body?: object; store?: number } = {}) =>
  shop.owner.post(path(more.store), { id: more.id ?? randomUUID(), label, body: more.body ?? { lines: [] } })
const labels = async (store = shop.store): Promise<string[]> =>
  fine(await shop.owner.get(path(store))).body.data.map((row: { label: string }) => row.label)
const aged = (label: string, age: string) =>
  shop.it.kernel.db.run(sql`update pos_parked set created_at = now() - ${age}::interval where label = ${label}`)
const clear = () => shop.it.kernel.db.run(sql`delete from pos_parked`)

test('parked tickets are listed oldest first, with who parked them, per store', async () => {
  await clear()
  for (const label of ['third', 'first', 'second']) fine(await park(label))
  await aged('first', '3 hours')
  await aged('second', '2 hours')
  fine(await park('elsewhere', { store: other }))
  expect(await labels()).toEqual(['first', 'second', 'third'])
  expect(await labels(other)).toEqual(['elsewhere'])
  const { as } = await createWorker(shop, 'pos.editor')
  fine(await as.post(path(), { id: randomUUID(), label: 'of a clerk', body: {} }))
  const { data } = fine(await as.get(path())).body
  const name = (await shop.it.kernel.db.one<{ name: string }>(sql`select name from account order by id desc limit 1`))?.name
  expect(data.at(-1)).toMatchObject({ label: 'of a clerk', by: name })
})

test('a parked ticket is resumed unchanged, only at its store, and then deleted', async () => {
  const id = randomUUID()
  const body = { lines: [{ subject_id: 7, quantity: 2, note: '<b>"quoted"</b> \\ 樣' }], customer: null, nested: { deep: [1, [2]] } }
  fine(await park('Mrs Chan', { id, body }))
  expect((await shop.owner.delete(`${path(other)}/${id}`)).status).toBe(404)
  expect(fine(await shop.owner.delete(`${path()}/${id}`)).body).toMatchObject({ id, label: 'Mrs Chan', body })
  expect((await shop.owner.delete(`${path()}/${id}`)).status).toBe(404)
  // The id is free again, so a ticket can be parked under it once more.
  fine(await park('Mrs Chan', { id, body: { lines: [1] } }))
  expect(fine(await shop.owner.delete(`${path()}/${id}`)).body.body).toEqual({ lines: [1] })
})

test('the key order of a parked ticket does not matter for idempotency', async () => {
  const id = randomUUID()
  fine(await park('same', { id, body: { a: 1, b: { c: 2, d: 3 } } }))
  fine(await park('same', { id, body: { b: { d: 3, c: 2 }, a: 1 } }))
  expect((await park('same', { id, body: { a: 1, b: { c: 2, d: 4 } } })).body.code).toBe('TICKET_REUSED')
})

test.each([
  ['an id that is none', { id: 'nothing' }, 'id'],
  ['a label that is too long', { label: 'x'.repeat(61) }, 'label'],
  ['nothing to lay aside', { body: null }, 'body'],
])('%s is refused by its field', async (_, wrong, field) => {
  await clear()
  const { status, body } = await shop.owner.post(path(), { id: randomUUID(), label: 'x'.repeat(60), body: {}, ...wrong })
  expect([status, Object.keys(body.messages ?? {})]).toEqual([422, [field]])
  expect(await labels()).toEqual([])
})

test('parked tickets expire after 30 days, and running the job again deletes nothing more', async () => {
  await clear()
  for (const label of ['kept', 'gone', 'new']) fine(await park(label, { store: label === 'gone' ? other : shop.store }))
  await aged('kept', '29 days 23 hours 59 minutes')
  await aged('gone', '30 days 1 second')
  await shop.it.clock('pos/forget-parked')
  expect([await labels(), await labels(other)]).toEqual([['kept', 'new'], []])
  await shop.it.clock('pos/forget-parked')
  expect(await labels()).toEqual(['kept', 'new'])
})

test('parked tickets require access to the store and the sell permission', async () => {
  await clear()
  const id = randomUUID()
  fine(await park('Mrs Chan', { id }))
  const stranger = await shop.it.staff('pos.manager')
  const clerk = await shop.it.staff(['see all store', 'get store', 'close pos session'])
  for (const [as, status] of [
    [stranger, 404],
    [clerk, 403],
  ] as const) {
    expect((await as.get(path())).status).toBe(status)
    expect((await as.delete(`${path()}/${id}`)).status).toBe(status)
    expect((await as.post(path(), { id: randomUUID(), label: 'mine', body: {} })).status).toBe(status)
  }
  expect(await labels()).toEqual(['Mrs Chan'])
})
