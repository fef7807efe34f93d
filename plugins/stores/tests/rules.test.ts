import { describe, expect, test } from 'vitest'
import { type Ctx, sql } from 'stoa'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'
import { worksInStoreSql } from '../index.ts'
import { atStores } from '../services/rule-piece.ts'

const shop = suite(['stores', 'inventory', 'promotion'])
let n = 0
const post = (more: object = {}) => shop.owner.post('/api/admin/store', { code: `s${++n}`, name: `Store ${n}`, ...more })
const made = async (more: object = {}) => fine(await post(more)).body
const refused = async (more: object) => Object.keys((await post(more)).body.messages ?? {})

describe('opening hours of a store', () => {
  test('end after they begin, on the days of a week', async () => {
    const at = (opens: string, closes: string, days: number[] = [1]) => ({ hours: [{ days, opens, closes }] })
    expect(await refused(at('10:00', '10:00'))).toEqual(['hours.0.closes'])
    expect(await refused(at('10:01', '10:00'))).toEqual(['hours.0.closes'])
    expect(await refused(at('25:00', '26:00'))).toEqual(['hours.0.opens', 'hours.0.closes'])
    expect(await refused(at('10:00', '20:00', [8]))).toEqual(['hours.0.days'])
    expect(await refused({ hours: [{ days: [1], opens: '09:00' }] })).toEqual(['hours.0.closes'])
    expect((await made(at('09:59', '10:00', [7, 1]))).hours).toMatchObject([{ opens: '09:59', closes: '10:00' }])
  })

  test('are validated together with the stored values when only one end changes', async () => {
    const { id, hours } = await made({ hours: [{ days: [1], opens: '10:00', closes: '20:00' }] })
    const put = (line: object) => shop.owner.put(`/api/admin/store/${id}`, { hours: [{ id: hours[0].id, ...line }] })
    expect(Object.keys((await put({ closes: '10:00' })).body.messages)).toEqual(['hours.0.closes'])
    expect(Object.keys((await put({ opens: '20:00' })).body.messages)).toEqual(['hours.0.closes'])
    expect(fine(await put({ opens: '19:59' })).body.hours[0]).toMatchObject({ opens: '19:59', closes: '20:00' })
  })
})

describe('public store data', () => {
  test('is localized, sorted in the order of the shop, and contains only public fields', async () => {
    const warehouse = fine(await shop.owner.post('/api/admin/warehouse', { code: 'north', name: 'North' })).body.id
    const late = await made({
      order: 9,
      name: { 'en-US': 'Pier', 'zh-HK': '碼頭' },
      phone: '+85225400000',
      email: 'pier@shop.test',
      warehouse_id: warehouse,
    })
    const early = await made({ order: -1 })
    const list = fine(await shop.guest.get('/api/store?language=zh-HK')).body
    expect([list[0].code, list.at(-1).code, list.at(-1).name]).toEqual([early.code, late.code, '碼頭'])
    const storeView = fine(await shop.guest.post('/api/store', { code: late.code })).body
    expect(storeView).toMatchObject({ name: 'Pier', phone: '+85225400000', email: 'pier@shop.test' })
    for (const hidden of ['warehouse_id', 'staff', 'enabled', 'order']) expect(storeView).not.toHaveProperty(hidden)
  })

  test('does not include a permanently closed store', async () => {
    const { id, code } = await made()
    expect((await shop.guest.post('/api/store', { code })).status).toBe(200)
    fine(await shop.owner.put(`/api/admin/store/${id}`, { enabled: false }))
    expect((await shop.guest.post('/api/store', { code })).status).toBe(404)
    fine(await shop.owner.delete(`/api/admin/store/${id}`))
    expect((await shop.guest.post('/api/store', { code })).status).toBe(404)
  })

  test.each([
    ['code', { code: 'No Key' }],
    ['phone', { phone: 'call me' }],
    ['email', { email: 'nobody' }],
    ['warehouse_id', { warehouse_id: 999_999 }],
    ['pickup_warehouse_id', { pickup_warehouse_id: 999_999 }],
    ['staff', { staff: [999_999] }],
    ['description', { description: 'x'.repeat(2_001) }],
    ['name', { name: 'x'.repeat(121) }],
  ])('an invalid value is rejected at %s', async (field, body) => {
    expect(await refused(body)).toEqual([field])
  })
})

test('a warehouse used by a store cannot be deleted', async () => {
  const { id } = fine(await shop.owner.post('/api/admin/warehouse', { code: 'south', name: 'South' })).body
  const store = await made({ warehouse_id: id, pickup_warehouse_id: id })
  const remove = () => shop.owner.delete(`/api/admin/warehouse/${id}`)
  expect((await remove()).status).toBe(409)
  fine(await shop.owner.put(`/api/admin/store/${store.id}`, { warehouse_id: null }))
  expect((await remove()).status).toBe(409)
  fine(await shop.owner.put(`/api/admin/store/${store.id}`, { pickup_warehouse_id: null }))
  expect((await remove()).status).toBe(200)
})

describe('staff of a store', () => {
  const fits = async (actor: object, store: number) => {
    const where = worksInStoreSql({ actor: { allows: () => false, ...actor } } as unknown as Ctx, sql`${store}::bigint`)
    return where === null ? 'all' : (await shop.it.kernel.db.one<{ fits: boolean }>(sql`select ${where} as fits`))?.fits
  }
  test('are matched to their store only; guests and customers match none, and the system matches all', async () => {
    const account = (await shop.it.kernel.db.one<{ id: number }>(sql`select id from account order by id limit 1`))?.id
    const { id } = await made({ staff: [account] })
    const other = await made()
    expect([
      await fits({ kind: 'system' }, id),
      await fits({ kind: 'guest' }, id),
      await fits({ kind: 'customer', id: account }, id),
    ]).toEqual(['all', false, false])
    const clerk = { kind: 'admin', id: account, superuser: false }
    expect([await fits(clerk, id), await fits(clerk, other.id), await fits({ ...clerk, id: 999_999 }, id)]).toEqual([true, false, false])
  })

  test('cannot change other stores, nor assign themselves to one', async () => {
    const clerk = await shop.it.staff(['get store', 'update store', 'destroy store'])
    const account = (await shop.it.kernel.db.one<{ id: number }>(sql`select id from account order by id desc limit 1`))?.id
    const theirs = await made({ staff: [account] })
    const other = await made()
    expect(fine(await clerk.put(`/api/admin/store/${theirs.id}`, { name: 'Ours' })).body.name).toBe('Ours')
    expect((await clerk.put(`/api/admin/store/${other.id}`, { staff: [account] })).status).toBe(404)
    expect((await clerk.delete(`/api/admin/store/${other.id}`)).status).toBe(404)
    expect(fine(await shop.owner.get(`/api/admin/store/${other.id}`)).body.staff).toEqual([])
  })
})

test('a rule for certain stores applies at their counters only, and explains so elsewhere', () => {
  const met = (store: number | null | undefined) => atStores.met({ stores: [1, 2] } as never, { store } as never)
  expect([met(1), met(2)]).toEqual([true, true])
  for (const store of [3, null, undefined]) expect(met(store)).toEqual({ not: { key: 'stores:why.stores' } })
})
