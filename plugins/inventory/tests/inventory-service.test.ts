import { beforeAll, describe, expect, test } from 'vitest'
import { sql, type Sql, type Tx } from 'stoa'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'
import {
  movedUnitsSql,
  type StockDemand,
  type AllocationOptions,
  type LineQuantity,
  unitsSoldSql,
  INVENTORY,
  warehouseNames,
} from '../index.ts'
import { findOrCreateInventoryRow } from '../services/stock/inventory-row.ts'
import { goodsIn } from './stock-fixture.ts'

/** Inventory service for documents of other plugins: reserve, release, consume and receive. */
const shop = suite(['inventory'])
let home: number
let back: number
const { warehouse, goods, readQuantity, bookedOn, heldOn, sound } = goodsIn(shop, () => home)
beforeAll(async () => {
  home = await warehouse('home', { priority: 2 })
  back = await warehouse('back', { priority: 5, is_pickup: true, address: '18 Wing Lok Street' })
})

let documents = 0
const document = () => ({ type: 'test', id: ++documents })
const inventory = () => shop.it.kernel.get(INVENTORY)
const work = <T>(run: (tx: Tx) => Promise<T>) => shop.it.kernel.transaction(run)
const demand = (stock_id: number, quantity: number, line_id: number | null = null): StockDemand => ({ stock_id, quantity, line_id })
const reserve = async (owner: ReturnType<typeof document>, ...demands: StockDemand[]) =>
  work((tx) => inventory().reserve(tx, owner, demands))
const release = (owner: ReturnType<typeof document>, parts?: LineQuantity[]) => work((tx) => inventory().release(tx, owner, parts))
const consume = (owner: ReturnType<typeof document>, parts?: LineQuantity[]) =>
  work((tx) => inventory().consume(tx, shop.it.ctx, owner, parts))
const value = async <T>(expression: Sql, from: Sql = sql`(select 1) x`) =>
  (await shop.it.kernel.db.one<{ v: T }>(sql`select ${expression} as v from ${from}`))?.v

describe('releasing a reservation', () => {
  test('releases the given units of a line, up to those it reserves; other lines keep theirs', async () => {
    const tea = await goods([{ quantity: 10 }])
    const order = document()
    await reserve(order, demand(tea.stock, 3, 1), demand(tea.stock, 4, 2))
    await release(order, [{ line_id: 1, quantity: 2 }])
    expect(await heldOn(tea.line)).toBe(5)
    await release(order, [{ line_id: 1, quantity: 50 }])
    expect(await heldOn(tea.line)).toBe(4)
    await release(order, [
      { line_id: 1, quantity: 1 },
      { line_id: 99, quantity: 1 },
    ])
    expect(await heldOn(tea.line)).toBe(4)
    await release(order)
    await release(order)
    expect([await heldOn(tea.line), await readQuantity(tea.line)]).toEqual([0, 10])
    expect(await bookedOn(tea.line)).toEqual(['plus 10 10'])
    await sound()
  })

  test('does not affect other documents or consumed units', async () => {
    const tea = await goods([{ quantity: 10 }])
    const [one, two] = [document(), document()]
    await reserve(one, demand(tea.stock, 3, 1))
    await reserve(two, demand(tea.stock, 2, 1))
    await consume(one)
    await release(one)
    expect([await heldOn(tea.line), await readQuantity(tea.line)]).toEqual([2, 7])
    await sound()
  })

  test('concurrently releases it once', async () => {
    const tea = await goods([{ quantity: 10 }])
    const order = document()
    await reserve(order, demand(tea.stock, 6, 1))
    await Promise.all([release(order), release(order), consume(order)])
    const [reserved, lies] = [await heldOn(tea.line), await readQuantity(tea.line)]
    expect(reserved).toBe(0)
    expect([4, 10]).toContain(lies)
    await sound()
  })
})

describe('consuming a reservation', () => {
  test('books out reserved units, part by part, each with its document', async () => {
    const tea = await goods([{ quantity: 5 }])
    const order = document()
    await reserve(order, demand(tea.stock, 5, 7))
    await consume(order, [{ line_id: 7, quantity: 2 }])
    expect([await readQuantity(tea.line), await heldOn(tea.line)]).toEqual([3, 3])
    await consume(order, [{ line_id: 7, quantity: 9 }])
    await consume(order)
    expect(await bookedOn(tea.line)).toEqual(['plus 5 5', 'sale -2 3', 'sale -3 0'])
    expect(Number(await value(movedUnitsSql('test', sql`${order.id}::bigint`, sql`${tea.stock}::bigint`)))).toBe(-5)
    expect(await value(unitsSoldSql(1), sql`stock s where s.id = ${tea.stock}`)).toBe(5)
    expect(await value(unitsSoldSql(0), sql`stock s where s.id = ${tea.stock}`)).toBe(0)
    await sound()
  })

  test('completing adds the missing units to a reservation; a complete one reserves nothing more', async () => {
    const tea = await goods([{ quantity: 5 }])
    const order = document()
    await reserve(order, demand(tea.stock, 2, 1))
    const complete = (quantity: number) => work((tx) => inventory().reserveRemaining(tx, order, [demand(tea.stock, quantity, 1)]))
    await complete(4)
    expect(await heldOn(tea.line)).toBe(4)
    await complete(3)
    expect(await heldOn(tea.line)).toBe(4)
    await expect(complete(6)).rejects.toMatchObject({ kind: { code: 'OUT_OF_STOCK' } })
    expect(await heldOn(tea.line)).toBe(4)
  })
})

describe('selling at a POS', () => {
  const sell = (stock: number, quantity: number, over?: AllocationOptions) =>
    work((tx) => inventory().sell(tx, shop.it.ctx, document(), [demand(stock, quantity, 1)], over))
  test('removes units at once, from the given warehouse only', async () => {
    const tea = await goods([{ quantity: 5 }, { warehouse_id: back, quantity: 5 }])
    await sell(tea.stock, 3, { warehouse: back })
    expect(await Promise.all(tea.lines.map(readQuantity))).toEqual([5, 2])
    await expect(sell(tea.stock, 3, { warehouse: back })).rejects.toMatchObject({ kind: { code: 'OUT_OF_STOCK' } })
    await sell(tea.stock, 6, { warehouse: null })
    expect(await Promise.all(tea.lines.map(readQuantity))).toEqual([0, 1])
    await sound()
  })

  test('books missing units in as found first, in the selling warehouse, and reports them', async () => {
    const tea = await goods([{ quantity: 2 }])
    const reported: [number, number][] = []
    const receiveMissing = {
      ctx: shop.it.ctx,
      reason: 'Found at the till',
      onReceived: (stock: number, quantity: number) => void reported.push([stock, quantity]),
    }
    await sell(tea.stock, 5, { warehouse: back, receiveMissing })
    expect(reported).toEqual([[tea.stock, 5]])
    const line = (await value<number>(sql`id`, sql`inventory where stock_id = ${tea.stock} and warehouse_id = ${back}`)) ?? 0
    expect(await bookedOn(line)).toEqual(['plus 5 5', 'sale -5 0'])
    expect(await readQuantity(tea.line)).toBe(2)
    // Without a warehouse, found units are booked in the first enabled warehouse.
    await sell(tea.stock, 3, { warehouse: null, receiveMissing })
    expect(reported.at(-1)).toEqual([tea.stock, 1])
    expect(await bookedOn(tea.line)).toEqual(['plus 2 2', 'plus 1 3', 'sale -3 0'])
    await sound()
  })
})

describe('restocking', () => {
  test('goes to the line the units were taken from last; lines that took none and zero units are skipped', async () => {
    const tea = await goods([{ quantity: 2 }, { warehouse_id: back, quantity: 9 }])
    const order = document()
    await reserve(order, demand(tea.stock, 4, 1))
    await consume(order)
    const putBack = (parts: LineQuantity[]) => work((tx) => inventory().restockToOrigin(tx, shop.it.ctx, order, parts))
    await putBack([
      { line_id: 1, quantity: 1 },
      { line_id: 1, quantity: 2 },
      { line_id: 5, quantity: 3 },
      { line_id: 1, quantity: 0 },
    ])
    expect(await Promise.all(tea.lines.map(readQuantity))).toEqual([0, 10])
    expect((await bookedOn(tea.lines[1] ?? 0)).at(-1)).toBe('return 3 10')
    await putBack([])
    await sound()
  })

  test('reactivates a line that was discarded meanwhile', async () => {
    const tea = await goods([{ quantity: 2 }])
    const order = document()
    await reserve(order, demand(tea.stock, 1, 1))
    await consume(order)
    fine(await shop.owner.post('/api/admin/inventory/discard', { inventory_id: tea.line, quantity: 1 }))
    await work((tx) => inventory().restockToOrigin(tx, shop.it.ctx, order, [{ line_id: 1, quantity: 1 }]))
    expect(fine(await shop.owner.get(`/api/admin/inventory/${tea.line}`)).body).toMatchObject({ quantity: 1, is_discard: false })
  })

  test('of units of unknown origin goes to the first open or given warehouse; expiring and untracked stock is skipped', async () => {
    const [tea, milk, air] = [
      await goods([]),
      await goods([], { product: { has_expiry_date: true } }),
      await goods([], { product: { track_inventories: false } }),
    ]
    const takeIn = (place: number | null, quantity: number) =>
      work((tx) =>
        inventory().restockToWarehouse(
          tx,
          shop.it.ctx,
          document(),
          place,
          [air, milk, tea].map(({ stock }) => ({ stock_id: stock, quantity })).concat({ stock_id: tea.stock, quantity: 1 }),
        ),
      )
    await takeIn(null, 2)
    await takeIn(back, 4)
    const lies = (stock: number) =>
      shop.it.kernel.db.rows(sql`select warehouse_id, quantity from inventory where stock_id = ${stock} order by id`)
    expect(await lies(tea.stock)).toEqual([
      { warehouse_id: home, quantity: 3 },
      { warehouse_id: back, quantity: 5 },
    ])
    expect([await lies(milk.stock), await lies(air.stock)]).toEqual([[], []])
    await sound()
  })
})

describe('inventory lines', () => {
  test('are created once per place; a hidden one is shown again, and spaces around a lot are ignored', async () => {
    const tea = await goods([{ quantity: 1, lot_code: 'A' }])
    const at = (lot_code: string | null) =>
      work((tx) => findOrCreateInventoryRow(tx, { stock_id: tea.stock, warehouse_id: home, lot_code }))
    expect(await at(' A ')).toBe(tea.line)
    const [none, blank, ...many] = await Promise.all([at(null), at('  '), at(''), at(null)])
    expect(new Set([none, blank, ...many]).size).toBe(1)
    expect(none).not.toBe(tea.line)
    await shop.it.kernel.db.run(sql`update inventory set visibled = false where id = ${tea.line}`)
    await at('A')
    expect(fine(await shop.owner.get(`/api/admin/inventory/${tea.line}`)).body.visibled).toBe(true)
  })

  test('tell other plugins the source warehouse, reserved and free units, and pickup places', async () => {
    const tea = await goods([
      { quantity: 3 },
      { warehouse_id: back, quantity: 4 },
      { quantity: 5, lot_code: 'OLD', expiry_date: '2020-01-01' },
    ])
    const order = document()
    await reserve(order, demand(tea.stock, 2, 1), demand(tea.stock, 4, 2))
    const from = (lines: number[]) => value<number>(inventory().warehouseSql(order, lines))
    expect([await from([1]), await from([]), await from([99])]).toEqual([home, null, null])
    const free = (place: number | null) =>
      value<number>(inventory().availableInSql(place), sql`stock s join product p on p.id = s.product_id where s.id = ${tea.stock}`)
    expect([await free(null), await free(home), await free(back)]).toEqual([1, 0, 1])
    const readHeld = () =>
      shop.it.kernel.db.rows(
        sql`select distinct h.document_id from ${inventory().reservationsSql('test')} h where h.document_id = ${order.id}`,
      )
    expect(await readHeld()).toEqual([{ document_id: order.id }])
    await consume(order)
    expect(await readHeld()).toEqual([])
    expect(await from([1])).toBe(home)
    expect(await shop.it.kernel.db.rows(sql`select * from ${inventory().pickupWarehousesSql} c`)).toEqual([
      { code: 'back', name: 'back', address: '18 Wing Lok Street', sort_order: 5 },
    ])
    expect([await value(inventory().pickupCodeSql(back)), await value(inventory().pickupCodeSql(999_999))]).toEqual(['back', null])
    expect(await warehouseNames(shop.it.kernel, [home, null, undefined, home, 999_999])).toEqual(new Map([[home, 'home']]))
  })

  test('keep a warehouse with reserved units open, and one with inventory from being deleted', async () => {
    const place = await warehouse('attic')
    const tea = await goods([{ warehouse_id: place, quantity: 3 }])
    const order = document()
    await reserve(order, demand(tea.stock, 1, 1))
    const close = () => shop.owner.put(`/api/admin/warehouse/${place}`, { enabled: false })
    expect((await close()).body.messages.enabled).toEqual(['1 unit in this warehouse is reserved for orders. Ship or cancel them first.'])
    fine(await shop.owner.put(`/api/admin/warehouse/${place}`, { name: 'Attic' }))
    await release(order)
    fine(await close())
    expect((await shop.owner.delete(`/api/admin/warehouse/${place}`)).status).toBe(409)
    await expect(reserve(document(), demand(tea.stock, 1, 1))).rejects.toMatchObject({ kind: { code: 'OUT_OF_STOCK' } })
  })
})
