import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { newestMail } from '../../../tests/support/mails.ts'
import { fine } from '../../../tests/support/selling-shop.ts'
import { INVENTORY } from '../index.ts'
import { sendDigest, checkAllStocks, checkRecentChanges } from '../services/alerts.ts'
import { type Goods, goodsIn } from './stock-fixture.ts'

/** Stock alerts and their emails. */
const shop = suite(['inventory'])
let home: number
const { warehouse, goods } = goodsIn(shop, () => home)
beforeAll(async () => {
  home = await warehouse('home')
})

const look = () => checkRecentChanges(shop.it.ctx)
const open = async (g: Goods) =>
  fine(await shop.owner.get(`/api/admin/stock_alert?stock_id=${g.stock}&closed_at__empty=1&sort=id`)).body.data.map(
    (alert: { level: string; quantity: number }) => [alert.level, alert.quantity],
  )
const set = async (line: number, quantity: number) =>
  fine(await shop.owner.post('/api/admin/inventory/update', { inventory_id: line, quantity }))
const day = async (days: number) =>
  (await shop.it.kernel.db.one<{ day: string }>(sql`select (business_day() + ${days}::int)::text as day`))?.day
const rules = (values: Record<string, unknown>) => shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'inventory', values, 'en-US')

describe('low stock alerts', () => {
  test('open at the threshold, not above it; without one, when the last unit is gone', async () => {
    const [low, bare] = [await goods([{ quantity: 9 }], { stock: { stock_notification: 3 } }), await goods([{ quantity: 9 }])]
    for (const [quantity, lowIs, bareIs] of [
      [4, [], []],
      [3, [['low', 3]], []],
      [1, [['low', 1]], []],
    ] as const) {
      await set(low.line, quantity)
      await set(bare.line, quantity)
      await look()
      expect([await open(low), await open(bare)], String(quantity)).toEqual([lowIs, bareIs])
    }
    for (const { line } of [low, bare]) fine(await shop.owner.post('/api/admin/inventory/minus', { inventory_id: line, quantity: 1 }))
    await look()
    expect([await open(low), await open(bare)]).toEqual([[['out', 0]], [['out', 0]]])
  })

  test('open when all units are reserved or their warehouse is closed, and close when it opens', async () => {
    const place = await warehouse('annex')
    const tea = await goods([{ warehouse_id: place, quantity: 2 }])
    await shop.it.kernel.transaction((tx) =>
      shop.it.kernel.get(INVENTORY).reserve(tx, { type: 'test', id: 1 }, [{ stock_id: tea.stock, quantity: 2, line_id: null }]),
    )
    await look()
    expect(await open(tea)).toEqual([['out', 0]])
    await shop.it.kernel.transaction((tx) => shop.it.kernel.get(INVENTORY).release(tx, { type: 'test', id: 1 }))
    await look()
    expect(await open(tea)).toEqual([])
    fine(await shop.owner.put(`/api/admin/warehouse/${place}`, { enabled: false }))
    await checkAllStocks(shop.it.ctx)
    expect(await open(tea)).toEqual([['out', 0]])
    fine(await shop.owner.put(`/api/admin/warehouse/${place}`, { enabled: true }))
    await checkAllStocks(shop.it.ctx)
    expect(await open(tea)).toEqual([])
  })

  test('close for a hidden or deleted product and one without tracking', async () => {
    const cases: [Goods, object][] = [
      [await goods([{ quantity: 1 }], { stock: { stock_notification: 5 } }), { visibled: false }],
      [await goods([{ quantity: 1 }], { stock: { stock_notification: 5 } }), { track_inventories: false }],
    ]
    await look()
    for (const [g, change] of cases) {
      expect(await open(g)).toEqual([['low', 1]])
      fine(await shop.owner.put(`/api/admin/product/${g.product}`, change))
    }
    const deleted = await goods([{ quantity: 1 }], { stock: { stock_notification: 5 } })
    await look()
    fine(await shop.owner.delete(`/api/admin/product/${deleted.product}`))
    await checkAllStocks(shop.it.ctx)
    for (const g of [...cases.map(([item]) => item), deleted]) expect(await open(g)).toEqual([])
  })

  test('follow a changed threshold, and a reopened alert is a new one', async () => {
    const tea = await goods([{ quantity: 5 }])
    const raise = async (stock_notification: number) => {
      fine(await shop.owner.put(`/api/admin/product/${tea.product}`, { stocks: [{ id: tea.stock, stock_notification }] }))
      await look()
    }
    await raise(5)
    expect(await open(tea)).toEqual([['low', 5]])
    await raise(4)
    expect(await open(tea)).toEqual([])
    await raise(9)
    const { data } = fine(await shop.owner.get(`/api/admin/stock_alert?stock_id=${tea.stock}`)).body
    expect(data.map(({ closed_at }: { closed_at: string | null }) => closed_at === null)).toEqual([true, false])
  })
})

describe('expiry alerts', () => {
  test('open the set number of days before, say expiring on the last day, and expired from the next', async () => {
    await rules({ expiry_warning_days: 10 })
    const dates = [-1, 0, 9, 10]
    const lines = await Promise.all(dates.map(async (days) => ({ quantity: 1, lot_code: `D${days}`, expiry_date: await day(days) })))
    const milk = await goods([...lines, { quantity: 0, lot_code: 'EMPTY', expiry_date: await day(-5) }])
    await look()
    const alerts = fine(await shop.owner.get(`/api/admin/stock_alert?stock_id=${milk.stock}&sort=id`)).body.data
    const byDate = new Map(alerts.map((alert: { expiry_date: string; level: string }) => [alert.expiry_date, alert.level]))
    expect(byDate).toEqual(
      new Map([
        [await day(-1), 'expired'],
        [await day(0), 'expiring'],
        [await day(9), 'expiring'],
      ]),
    )
    // After a change of `expiry_warning_days`, the nightly job closes alerts that no longer apply.
    await rules({ expiry_warning_days: 0 })
    await checkAllStocks(shop.it.ctx)
    expect((await open(milk)).map(([level]: [string]) => level)).toEqual(['expired'])
    await rules({ expiry_warning_days: 30 })
  })

  test('do not count discarded units', async () => {
    const milk = await goods([{ quantity: 3, expiry_date: await day(-1) }, { quantity: 3 }])
    await look()
    expect(await open(milk)).toEqual([['expired', 3]])
    fine(await shop.owner.post('/api/admin/inventory/discard', { inventory_id: milk.line, quantity: 1 }))
    await look()
    expect(await open(milk)).toEqual([['expired', 2]])
    fine(await shop.owner.post('/api/admin/inventory/discard', { inventory_id: milk.line, quantity: 2 }))
    await look()
    expect(await open(milk)).toEqual([])
  })
})

describe('the morning alert email', () => {
  const to = 'goods@shop.test'
  const mails = async () =>
    Number((await shop.it.kernel.db.one<{ n: number }>(sql`select count(*) as n from mail where recipient = ${to}`))?.n)
  const settle = async () => {
    await rules({ alert_email: to })
    await sendDigest(shop.it.ctx)
    return mails()
  }

  test('lists each new alert on one line, once, and again when it gets worse', async () => {
    const before = await settle()
    const item = await goods([{ quantity: 1 }], { stock: { stock_notification: 2 }, product: { name: 'Jasmine' } })
    await look()
    await sendDigest(shop.it.ctx)
    const mail = await newestMail(shop.it, to)
    expect(mail).toMatchObject({ subject: '1 new stock alert' })
    expect(mail?.text_body).toContain(`Low stock: Jasmine (${item.sku}), 1 left`)
    await sendDigest(shop.it.ctx)
    expect(await mails()).toBe(before + 1)
    fine(await shop.owner.post('/api/admin/inventory/minus', { inventory_id: item.line, quantity: 1 }))
    await look()
    await sendDigest(shop.it.ctx)
    expect((await newestMail(shop.it, to))?.text_body).toContain(`Out of stock: Jasmine (${item.sku})`)
    expect(await mails()).toBe(before + 2)
  })

  test('omits an alert whose quantity changed within its level', async () => {
    const tea = await goods([{ quantity: 5 }], { stock: { stock_notification: 9 } })
    await look()
    const before = await settle()
    await set(tea.line, 4)
    await look()
    await sendDigest(shop.it.ctx)
    expect([await open(tea), await mails()]).toEqual([[['low', 4]], before])
  })

  test('without a recipient is not sent, and nothing is marked as sent', async () => {
    const before = await settle()
    // As the form sends it: an empty field turns the emails off.
    fine(await shop.owner.put('/api/admin/settings/inventory', { alert_email: '' }))
    await goods([{ quantity: 1 }], { stock: { stock_notification: 2 } })
    await goods([{ quantity: 1 }], { stock: { stock_notification: 2 } })
    await look()
    await sendDigest(shop.it.ctx)
    expect(await mails()).toBe(before)
    await rules({ alert_email: to })
    await Promise.all([sendDigest(shop.it.ctx), sendDigest(shop.it.ctx)])
    expect((await newestMail(shop.it, to))?.subject).toBe('2 new stock alerts')
    expect(await mails()).toBe(before + 1)
  })

  test('omits alerts closed before it is sent', async () => {
    const before = await settle()
    const tea = await goods([{ quantity: 1 }], { stock: { stock_notification: 2 } })
    await look()
    await set(tea.line, 9)
    await look()
    await sendDigest(shop.it.ctx)
    expect(await mails()).toBe(before)
  })
})
