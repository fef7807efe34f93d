import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, type Drawer, drawerOf, openCounter, getTurn } from './counter.ts'

/** The daily report of a store, and what prevents closing the day. */
let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
})
afterAll(() => shop.it.close())

const dayAt = async (store: number, query = '') => fine(await shop.owner.get(`/api/admin/store/${store}/day${query}`)).body
/** A separate store, so that its daily report contains only this test's sales. */
async function createStore(code: string) {
  const store = fine(await shop.owner.post('/api/admin/store', { code, name: code.toUpperCase(), warehouse_id: shop.warehouse })).body
  let n = 0
  const at: Counter = { ...shop, store: store.id }
  return {
    store: store.id as number,
    at,
    async open(float = '100.00'): Promise<Drawer> {
      const register_id = fine(
        await shop.owner.post('/api/admin/pos_register', { code: `${code}${++n}`, name: `${code} ${n}`, store_id: store.id }),
      ).body.id
      const device = crypto.randomUUID()
      const opened = fine(await shop.owner.post(`/api/admin/store/${store.id}/session`, { register_id, opening_float: float, device })).body
      let place = 0
      return {
        session: opened.id,
        device,
        as: shop.owner,
        ticket: (stock, quantity, total, more = {}) => ({
          ...{ client_uuid: crypto.randomUUID(), session_id: opened.id, device, place: ++place, total },
          ...{ lines: [{ subject_id: stock, quantity }], payments: [{ method: 'cash', amount: total }], ...more },
        }),
        sell: (ticket) => shop.owner.post(`/api/admin/store/${store.id}/ticket`, ticket),
      }
    },
  }
}
const openedAt = (drawer: Drawer, at: string) =>
  shop.it.kernel.db.run(sql`update pos_session set opened_at = ${at}::timestamptz where id = ${drawer.session}`)

test('a day without sessions is empty and not closed', async () => {
  const { store } = await createStore('idle')
  const today = (await shop.it.kernel.db.one<{ day: string }>(sql`select business_day()::text as day`))?.day
  expect(await dayAt(store)).toEqual({
    ...{ day: today, today: true, store: 'IDLE', currency: 'HKD', open: 0, missing: 0, doubted: 0, trouble: 0, closed: false },
    ...{ sales: 0, sold: '0.00', returns: 0, back: '0.00', pickups: 0, collected: '0.00', discounts: '0.00', rounding: '0.00' },
    ...{ ways: [], expected: '0.00', counted: '0.00', difference: '0.00', sessions: [] },
  })
  expect(await dayAt(store, '?day=2020-02-29')).toMatchObject({ day: '2020-02-29', today: false, sessions: [] })
  expect((await shop.owner.get(`/api/admin/store/${store}/day?day=2021-02-29`)).status).toBe(422)
})

test('a day sums its drawers: sales, returns, payment methods by name, and counted amounts', async () => {
  const { store, at, open } = await createStore('sums')
  const stock = await shop.stock(50, '33.37')
  const [one, two] = [await open('100.00'), await open('50.00')]
  fine(await one.sell(one.ticket(stock, 3, '100.11', { payments: [{ method: 'cash', amount: '100.10' }] })))
  const card = { payments: [{ method: 'card', amount: '23.37', reference: 'T' }], discount: '10.00', discount_reason: 'friend' }
  fine(await two.sell(two.ticket(stock, 1, '23.37', card)))
  const split = {
    payments: [
      { method: 'card', amount: '30.00' },
      { method: 'cash', amount: '3.30' },
    ],
  }
  fine(await two.sell(two.ticket(stock, 1, '33.37', split)))
  fine(
    await shop.owner.post(`/api/admin/store/${store}/return`, {
      ...{ ...getTurn(one), reason: 'no bill', lines: [{ subject_id: stock, quantity: 1, resaleable: 0, unit_price: '20.00' }] },
    }),
  )
  const sums = { sales: 3, sold: '156.77', returns: 1, back: '-20.00', discounts: '10.00' }
  const open_ = await dayAt(store)
  expect(open_).toMatchObject({ ...sums, open: 2, closed: false, expected: '0.00', counted: '0.00' })
  expect(open_.ways).toEqual([
    { method: 'cash', title: 'Cash', amount: '83.40', count: 3 },
    { method: 'card', title: 'Card terminal', amount: '53.37', count: 2 },
  ])
  expect((await dayAt(store, '?language=zh-HK')).ways[0]).toMatchObject({ method: 'cash', title: '現金' })
  // The expected amount of an uncounted drawer is not revealed, not even as part of a sum.
  fine(await drawerOf(at, one).count('180.00'))
  expect(await dayAt(store)).toMatchObject({ open: 2, expected: '180.10', counted: '180.00', difference: '-0.10' })
  fine(await drawerOf(at, two).count('53.40'))
  expect(await dayAt(store)).toMatchObject({ ...sums, expected: '233.40', counted: '233.40', difference: '0.00' })
})

test('a day closes once all drawers are counted and closed, no tickets are missing and no differences are unsettled', async () => {
  const { store, at, open } = await createStore('shut')
  const [one, two] = [await open(), await open()]
  expect(await dayAt(store)).toMatchObject({ open: 2, doubted: 0, closed: false })
  fine(await drawerOf(at, one).count('100.00'))
  expect(await dayAt(store)).toMatchObject({ open: 2, closed: false })
  fine(await drawerOf(at, one).close())
  expect(await dayAt(store)).toMatchObject({ open: 1, closed: false })
  fine(await drawerOf(at, two).count('10.00'))
  fine(await drawerOf(at, two).close('no idea'))
  expect(await dayAt(store)).toMatchObject({ open: 0, doubted: 1, closed: false, difference: '-90.00' })
  fine(await shop.owner.post(`/api/admin/pos_session/${two.session}/settle`, { reason: 'found' }))
  expect(await dayAt(store)).toMatchObject({ open: 0, doubted: 0, missing: 0, closed: true })
})

test('a missing ticket keeps the day open, also after its drawer was closed without it', async () => {
  const { store, at, open } = await createStore('lost')
  const drawer = await open()
  fine(
    await shop.owner.post(`/api/admin/store/${store}/session/${drawer.session}/announce`, { device: drawer.device, last: 2, unused: [1] }),
  )
  fine(await drawerOf(at, drawer).count('100.00', { without_missing: true }))
  fine(await drawerOf(at, drawer).close())
  expect(await dayAt(store)).toMatchObject({ open: 0, doubted: 0, missing: 1, closed: false })
})

test('flagged tickets count until they are accepted', async () => {
  const { store, open } = await createStore('odd')
  const stock = await shop.stock(5, '20.00')
  const drawer = await open()
  const odd = () => drawer.ticket(stock, 1, '15.00', { lines: [{ subject_id: stock, quantity: 1, told: '15.00' }], offline: true })
  const [first] = [fine(await drawer.sell(odd())).body, fine(await drawer.sell(odd()))]
  expect((await dayAt(store)).trouble).toBe(2)
  fine(await shop.owner.post(`/api/admin/pos_ticket/${first.id}/accept`))
  expect((await dayAt(store)).trouble).toBe(1)
})

test('a drawer belongs to the day it was opened in the time zone of the shop; an open one also counts for today', async () => {
  const { store, at, open } = await createStore('edge')
  const [before, first, last, after] = [await open(), await open(), await open(), await open()]
  // Hong Kong is UTC+8 all year.
  await openedAt(before, '2026-02-28T15:59:59.999Z')
  await openedAt(first, '2026-02-28T16:00:00Z')
  await openedAt(last, '2026-03-01T15:59:59.999Z')
  await openedAt(after, '2026-03-01T16:00:00Z')
  const listSessions = async (day: string) => (await dayAt(store, `?day=${day}`)).sessions.map(({ id }: { id: number }) => id)
  expect(await listSessions('2026-02-28')).toEqual([before.session])
  expect(await listSessions('2026-03-01')).toEqual([first.session, last.session])
  expect(await listSessions('2026-03-02')).toEqual([after.session])
  const ids = async () => (await dayAt(store)).sessions.map(({ id }: { id: number }) => id)
  expect(await ids()).toEqual([before, first, last, after].map(({ session }) => session))
  fine(await drawerOf(at, first).count('100.00'))
  expect(await ids()).toContain(first.session)
  fine(await drawerOf(at, first).close())
  expect(await ids()).toEqual([before, last, after].map(({ session }) => session))
  expect(await listSessions('2026-03-01')).toEqual([first.session, last.session])
})

test('a store shows only its own drawers, to its staff who may see drawers', async () => {
  const [mine, other] = [await createStore('mine'), await createStore('other')]
  await other.open()
  expect((await dayAt(mine.store)).sessions).toEqual([])
  const clerk = await shop.it.staff(['see all store', 'get store', 'sell pos ticket'])
  expect((await clerk.get(`/api/admin/store/${mine.store}/day`)).status).toBe(403)
  const stranger = await shop.it.staff('pos.manager')
  expect((await stranger.get(`/api/admin/store/${mine.store}/day`)).status).toBe(404)
})
