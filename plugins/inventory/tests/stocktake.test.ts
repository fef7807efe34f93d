import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'
import { INVENTORY } from '../index.ts'
import { type Goods, goodsIn } from './stock-fixture.ts'

/** Stocktakes of a warehouse. */
const shop = suite(['inventory'])
let home: number
const { warehouse, goods, readQuantity, bookedOn, sound } = goodsIn(shop, () => home)
let n = 0
beforeEach(async () => {
  home = await warehouse(`room_${++n}`)
})

const call = (id: number, lines: object[]) => shop.owner.put(`/api/admin/stocktake/${id}/count`, { lines })
const counted = async (id: number, ...lines: object[]) => fine(await call(id, lines)).body
const move = (id: number, action: string, body: object = {}) => shop.owner.post(`/api/admin/stocktake/${id}/${action}`, body)
const begin = async (warehouse_id = home): Promise<number> => {
  const { id } = fine(await shop.owner.post('/api/admin/stocktake', { warehouse_id })).body
  fine(await move(id, 'start'))
  return id
}
const readLines = async (id: number) =>
  fine(await shop.owner.get(`/api/admin/stocktake_line?stocktake_id=${id}&sort=id&limit=100`)).body.data as any[]
const findLines = async (id: number, g: Goods) => (await readLines(id)).filter(({ sku }) => sku === g.sku)
const figures = async (id: number, g: Goods) => (await findLines(id, g)).map((line) => [line.lot_code, line.expected, line.counted])

describe('the lines of a stock count', () => {
  test('are those of this warehouse, without hidden lines, empty discarded lines and deleted products', async () => {
    const elsewhere = await warehouse(`other_${n}`)
    const here = await goods([{ quantity: 5 }, { warehouse_id: elsewhere, quantity: 2 }], { stock: { cost: '4.00' } })
    const empty = await goods([{ quantity: 0 }])
    const hidden = await goods([{ quantity: 3 }])
    fine(
      await shop.owner.put(`/api/admin/product/${hidden.product}`, {
        stocks: [{ id: hidden.stock, inventories: [{ id: hidden.line, visibled: false }] }],
      }),
    )
    const thrown = await goods([{ quantity: 3 }])
    fine(await shop.owner.post('/api/admin/inventory/discard', { inventory_id: thrown.line, quantity: 3 }))
    const deleted = await goods([{ quantity: 3 }])
    fine(await shop.owner.delete(`/api/admin/product/${deleted.product}`))
    const id = await begin()
    expect((await readLines(id)).map(({ sku, expected, counted: so }) => [sku, expected, so])).toEqual([
      [here.sku, 5, null],
      [empty.sku, 0, null],
    ])
    expect(fine(await shop.owner.get(`/api/admin/stocktake/${id}/progress`)).body).toEqual({ lines: 2, counted: 0, missing: 0, surplus: 0 })
  })

  test('keep the expected quantity of the start: receipts and sales meanwhile are no difference', async () => {
    const [more, less] = [await goods([{ quantity: 5 }]), await goods([{ quantity: 5 }])]
    const id = await begin()
    fine(await shop.owner.post('/api/admin/inventory/plus', { inventory_id: more.line, quantity: 3 }))
    fine(await shop.owner.post('/api/admin/inventory/minus', { inventory_id: less.line, quantity: 3 }))
    await counted(id, { code: more.sku, counted: 5 }, { code: less.sku, counted: 6 })
    fine(await move(id, 'approve'))
    expect([await readQuantity(more.line), await readQuantity(less.line)]).toEqual([8, 3])
    // A line without a difference gets no movement.
    expect(await bookedOn(more.line)).toEqual(['plus 5 5', 'plus 3 8'])
    expect(await bookedOn(less.line)).toEqual(['plus 5 5', 'minus -3 2', 'stocktake 1 3'])
    await sound()
  })
})

describe('reserved units', () => {
  test('are expected in a count, which cannot go below the reserved quantity', async () => {
    const tea = await goods([{ quantity: 5 }])
    await shop.it.kernel.transaction((tx) =>
      shop.it.kernel.get(INVENTORY).reserve(tx, { type: 'test', id: n }, [{ stock_id: tea.stock, quantity: 3, line_id: null }]),
    )
    const id = await begin()
    expect(await figures(id, tea)).toEqual([[null, 5, null]])
    await counted(id, { code: tea.sku, counted: 2 })
    expect(Object.keys((await move(id, 'approve')).body.messages)).toEqual([`line.${tea.line}`])
    await counted(id, { code: tea.sku, counted: 3 })
    fine(await move(id, 'approve'))
    expect(await readQuantity(tea.line)).toBe(3)
  })
})

describe('a counted quantity', () => {
  test('replaces the previous one, an addition adds to it and never goes below zero; the quantity wins over both', async () => {
    const tea = await goods([{ quantity: 5 }])
    const id = await begin()
    const last = async (entry: object) => (await counted(id, { code: tea.sku, ...entry })).last.counted
    expect(await last({ counted: 9 })).toBe(9)
    expect(await last({ counted: 4 })).toBe(4)
    expect(await last({ add: 2 })).toBe(6)
    expect(await last({ add: -1_000 })).toBe(0)
    expect(await last({ counted: 3, add: 5 })).toBe(3)
    expect(await last({ counted: 0 })).toBe(0)
    for (const add of [1_001, -1_001])
      expect(Object.keys((await call(id, [{ code: tea.sku, add }])).body.messages)).toEqual(['lines.0.add'])
    expect(Object.keys((await call(id, [{ code: tea.sku, add: 0 }])).body.messages)).toEqual(['lines.0.counted'])
  })

  test('is summarized with missing and surplus units', async () => {
    const [a, b] = [await goods([{ quantity: 5 }]), await goods([{ quantity: 5 }])]
    const id = await begin()
    expect(await counted(id, { code: a.sku, counted: 2 }, { code: b.barcode, counted: 9 })).toMatchObject({
      lines: 2,
      counted: 2,
      missing: 3,
      surplus: 4,
      last: { sku: b.sku, counted: 9, options: '' },
    })
  })

  test('that is invalid is refused by its index, and nothing sent with it is written', async () => {
    const tea = await goods([{ quantity: 5 }])
    const id = await begin()
    const refused = await call(id, [
      { code: tea.sku, counted: 1 },
      { code: 'nothing', counted: 1 },
    ])
    expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['lines.1.code']])
    expect(await figures(id, tea)).toEqual([[null, 5, null]])
    expect((await call(id, [])).status).toBe(422)
    const many = (count: number) =>
      call(
        id,
        Array.from({ length: count }, () => ({ code: tea.sku, add: 1 })),
      )
    expect((await many(1_001)).status).toBe(422)
    expect((await many(1_000)).body.last.counted).toBe(1_000)
  })
})

describe('a scanned code', () => {
  test('matches an SKU before a barcode, even when all its units are counted', async () => {
    const named = await goods([{ quantity: 1 }], { stock: { sku: '4006381333931' } })
    const barred = await goods([{ quantity: 9 }], { stock: { barcode: '4006381333931' } })
    const id = await begin()
    for (const count of [1, 2, 3])
      expect((await counted(id, { code: '4006381333931', add: 1 })).last).toMatchObject({ sku: named.sku, counted: count })
    expect(await figures(id, barred)).toEqual([[null, 9, null]])
  })

  test('fills lots in order of expiry, and a surplus goes to the first', async () => {
    const milk = await goods([
      { quantity: 1, lot_code: 'LATE', expiry_date: '2099-02-01' },
      { quantity: 2, lot_code: 'SOON', expiry_date: '2099-01-01' },
      { quantity: 1, lot_code: 'NONE' },
    ])
    const id = await begin()
    for (let i = 0; i < 5; i++) await counted(id, { code: milk.barcode, add: 1 })
    expect(new Map((await figures(id, milk)).map(([lot, , so]) => [lot, so]))).toEqual(
      new Map([
        ['SOON', 3],
        ['LATE', 1],
        ['NONE', 1],
      ]),
    )
  })

  test('with a lot counts that lot; a lot unknown here is added with no expected units and booked with its date', async () => {
    const milk = await goods([
      { quantity: 2, lot_code: 'A', expiry_date: '2099-01-01' },
      { quantity: 2, lot_code: 'B', expiry_date: '2099-01-01' },
    ])
    const id = await begin()
    await counted(
      id,
      { code: milk.sku, lot_code: 'B', expiry_date: '2099-01-01', counted: 2 },
      { code: milk.sku, lot_code: 'C', expiry_date: '2099-03-01', counted: 4 },
    )
    expect(await figures(id, milk)).toEqual([
      ['A', 2, null],
      ['B', 2, 2],
      ['C', 0, 4],
    ])
    fine(await move(id, 'approve', { uncounted: 'keep' }))
    const lots = await shop.it.kernel.db.rows(
      sql`select lot_code, expiry_date, quantity from inventory where stock_id = ${milk.stock} order by id`,
    )
    expect(lots).toEqual([
      { lot_code: 'A', expiry_date: '2099-01-01', quantity: 2 },
      { lot_code: 'B', expiry_date: '2099-01-01', quantity: 2 },
      { lot_code: 'C', expiry_date: '2099-03-01', quantity: 4 },
    ])
    await sound()
  })

  test('of a stock in another warehouse only adds units here, and removes none there', async () => {
    const elsewhere = await warehouse(`far_${n}`)
    const cup = await goods([{ warehouse_id: elsewhere, quantity: 7 }])
    const id = await begin()
    await counted(id, { code: cup.sku, counted: 2 })
    fine(await move(id, 'approve'))
    expect(await readQuantity(cup.line)).toBe(7)
    expect(
      await shop.it.kernel.db.rows(sql`select quantity from inventory where stock_id = ${cup.stock} and warehouse_id = ${home}`),
    ).toEqual([{ quantity: 2 }])
  })
})

describe('the transitions of a stock count', () => {
  test('go from draft to the end, each once, and quantities are accepted only in between', async () => {
    const tea = await goods([{ quantity: 5 }])
    const { id, number } = fine(await shop.owner.post('/api/admin/stocktake', { warehouse_id: home })).body
    expect(number).toMatch(/^ST\d{6}$/)
    const figure = async () => (await call(id, [{ code: tea.sku, counted: 4 }])).body.code
    expect(await figure()).toBe('NOT_COUNTING')
    for (const action of ['approve', 'complete']) expect((await move(id, action)).status, action).toBe(409)
    fine(await move(id, 'start'))
    expect((await move(id, 'start')).status).toBe(409)
    expect(await figure()).toBeUndefined()
    fine(await move(id, 'approve'))
    expect(await figure()).toBe('NOT_COUNTING')
    for (const action of ['approve', 'cancel', 'start']) expect((await move(id, action)).status, action).toBe(409)
    expect(fine(await move(id, 'complete')).body).toMatchObject({
      status: 'completed',
      closed_at: expect.any(String),
      started_at: expect.any(String),
    })
    expect((await move(id, 'complete')).status).toBe(409)
    expect(await readQuantity(tea.line)).toBe(4)
    expect((await call(999_999, [{ code: tea.sku, counted: 1 }])).status).toBe(404)
  })

  test('a canceled count books nothing, and its warehouse can be counted again', async () => {
    const tea = await goods([{ quantity: 5 }])
    const id = await begin()
    await counted(id, { code: tea.sku, counted: 1 })
    fine(await move(id, 'cancel'))
    expect(await readQuantity(tea.line)).toBe(5)
    const next = await begin()
    // Counts of an earlier stocktake are not carried over.
    expect(await figures(next, tea)).toEqual([[null, 5, null]])
  })

  test('of two concurrent approvals one books, and the other is refused', async () => {
    const tea = await goods([{ quantity: 5 }])
    const id = await begin()
    await counted(id, { code: tea.sku, counted: 2 })
    const both = await Promise.all([move(id, 'approve'), move(id, 'approve')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await bookedOn(tea.line)).toEqual(['plus 5 5', 'stocktake -3 2'])
  })

  test('counting does not include the permission to approve', async () => {
    const counter = await shop.it.staff('inventory.editor')
    const tea = await goods([{ quantity: 5 }])
    const { id } = fine(await counter.post('/api/admin/stocktake', { warehouse_id: home })).body
    fine(await counter.post(`/api/admin/stocktake/${id}/start`))
    fine(await counter.put(`/api/admin/stocktake/${id}/count`, { lines: [{ code: tea.sku, counted: 5 }] }))
    expect((await counter.post(`/api/admin/stocktake/${id}/approve`)).status).toBe(403)
    fine(await move(id, 'approve'))
    fine(await counter.post(`/api/admin/stocktake/${id}/complete`))
  })

  test('a discarded line that is counted is active again', async () => {
    const tea = await goods([{ quantity: 3 }])
    fine(await shop.owner.post('/api/admin/inventory/discard', { inventory_id: tea.line, quantity: 3 }))
    const id = await begin()
    await counted(id, { code: tea.sku, counted: 2 })
    fine(await move(id, 'approve'))
    expect(fine(await shop.owner.get(`/api/admin/inventory/${tea.line}`)).body).toMatchObject({ quantity: 2, is_discard: false })
  })
})
