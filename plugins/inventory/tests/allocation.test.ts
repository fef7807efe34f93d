import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AppError, sql, type Tx } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { bookMovements, type StockDemand, INVENTORY } from '../index.ts'
import { lockInventoryRows } from '../services/stock/ledger.ts'

let it: TestApp
let owner: Client
const places: number[] = []
beforeAll(async () => {
  it = await testApp(['inventory'])
  owner = await it.staff('owner')
  // The first warehouse has the last priority.
  for (const [i, priority] of [9, 1, 5].entries())
    places.push((await owner.post('/api/admin/warehouse', { code: `w${i}`, name: `W${i}`, priority })).body.id)
})
afterAll(() => it.close())

interface Line {
  place: number
  quantity: number
  expiry?: string
}
let n = 0
/** Creates a stock with inventory lines. */
async function stock(lines: readonly Line[], more: object = {}): Promise<number> {
  const url = `draw-${++n}`
  const inventories = lines.map(({ place, quantity, expiry }) => ({
    warehouse_id: places[place],
    quantity,
    expiry_date: expiry ?? null,
    lot_code: `L${++n}`,
  }))
  const made = await owner.post('/api/admin/product', { name: url, sku: url, url, ...more, stocks: [{ price: '10', inventories }] })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.stocks[0].id
}

let document = 0
const next = () => ({ type: 'order', id: 70_000 + ++document })
const demand = (stock_id: number, quantity: number, line_id: number | null = null): StockDemand => ({ stock_id, quantity, line_id })
type AllocationMode = 'reserve' | 'sell'
const DRAWING: Record<AllocationMode, (tx: Tx, demands: readonly StockDemand[], document?: ReturnType<typeof next>) => Promise<unknown>> = {
  reserve: (tx, demands, document = next()) => it.kernel.get(INVENTORY).reserve(tx, document, demands),
  sell: (tx, demands, document = next()) => it.kernel.get(INVENTORY).sell(tx, it.ctx, document, demands),
}
/** Allocates stock to a new document and returns the inventory lines used, in creation order. */
async function allocate(mode: AllocationMode, demands: readonly StockDemand[]) {
  const document = next()
  await it.kernel.transaction(async (tx) => void (await DRAWING[mode](tx, demands, document)))
  return it.kernel.db.rows<{ place: number; line_id: number | null; quantity: number; stock_id: number }>(
    sql`select array_position(${places}::bigint[], i.warehouse_id) - 1 as place, r.line_id, r.quantity, r.stock_id from reservation r
      join inventory i on i.id = r.inventory_id where r.document_id = ${document.id} order by r.line_id, i.id`,
  )
}
const free = async (id: number) =>
  (await it.kernel.db.one<{ n: number }>(sql`select coalesce(sum(quantity - reserved), 0)::int as n from inventory where stock_id = ${id}`))
    ?.n

test.each<AllocationMode>(['reserve', 'sell'])(
  'inventory is allocated by priority, then by earliest expiry, then from the oldest line (%s)',
  async (mode) => {
    const dated = { has_expiry_date: true }
    const id = await stock(
      [
        { place: 0, quantity: 5, expiry: '2090-01-01' },
        { place: 1, quantity: 2, expiry: '2092-01-01' },
        { place: 1, quantity: 2, expiry: '2091-01-01' },
        { place: 2, quantity: 1, expiry: '2099-01-01' },
      ],
      dated,
    )
    const rows = await allocate(mode, [demand(id, 3, 1), demand(id, 3, 2)])
    expect(rows).toEqual([
      { place: 1, line_id: 1, quantity: 1, stock_id: id },
      { place: 1, line_id: 1, quantity: 2, stock_id: id },
      { place: 0, line_id: 2, quantity: 1, stock_id: id },
      { place: 1, line_id: 2, quantity: 1, stock_id: id },
      { place: 2, line_id: 2, quantity: 1, stock_id: id },
    ])
    expect(await free(id)).toBe(4)
  },
)

test.each<AllocationMode>(['reserve', 'sell'])(
  'lines for one stock are not allocated more than is available, and then none is allocated (%s)',
  async (mode) => {
    const [first, other] = [await stock([{ place: 0, quantity: 3 }]), await stock([{ place: 0, quantity: 9 }])]
    const failed = allocate(mode, [demand(other, 1, 1), demand(first, 2, 2), demand(first, 2, 3)])
    await expect(failed).rejects.toThrow('OUT_OF_STOCK')
    const error = await failed.catch((e: unknown) => e)
    expect(error).toBeInstanceOf(AppError)
    expect(Object.keys((error as AppError).messages)).toEqual([`stock.${first}`])
    expect([await free(first), await free(other)]).toEqual([3, 9])
  },
)

test.each<AllocationMode>(['reserve', 'sell'])('untracked stock and lines of zero units are skipped (%s)', async (mode) => {
  const [uncounted, counted] = [await stock([], { track_inventories: false }), await stock([{ place: 0, quantity: 2 }])]
  expect(await allocate(mode, [demand(uncounted, 50, 1), demand(counted, 0, 2), demand(counted, 2, 3)])).toEqual([
    { place: 0, line_id: 3, quantity: 2, stock_id: counted },
  ])
  expect(await allocate(mode, [])).toEqual([])
})

test('a stock without sellable inventory is short by the full quantity', async () => {
  const id = await stock([{ place: 0, quantity: 4 }])
  await it.kernel.db.run(sql`update inventory set is_discard = true where stock_id = ${id}`)
  for (const mode of ['reserve', 'sell'] as const) await expect(allocate(mode, [demand(id, 1)])).rejects.toThrow('OUT_OF_STOCK')
})

/** Pseudo-random numbers, the same in each run. */
function numbers(seed: number): (below: number) => number {
  let x = seed
  return (below) => {
    x = (x * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((x / 2_147_483_648) * below)
  }
}

test('for any inventory and demand, the allocation equals a naive one, line by line', async () => {
  const any = numbers(7)
  for (let round = 0; round < 40; round++) {
    const lines = Array.from({ length: 1 + any(4) }, () => ({ place: any(3), quantity: any(4) }))
    const id = await stock(lines)
    const demands = Array.from({ length: 1 + any(3) }, (_, i) => demand(id, 1 + any(4), i + 1))
    const remainingLines = [1, 2, 0].flatMap((place) => lines.filter((line) => line.place === place).map((line) => ({ ...line })))
    const there = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    const requestedUnits = demands.reduce((sum, { quantity }) => sum + quantity, 0)
    const mode = round % 2 ? 'sell' : 'reserve'
    if (requestedUnits > there) {
      await expect(allocate(mode, demands)).rejects.toThrow('OUT_OF_STOCK')
      expect(await free(id)).toBe(there)
      continue
    }
    const expected = demands.map(({ line_id, quantity }) => {
      const byPlace = [0, 0, 0]
      for (let left = quantity; left > 0; left--) {
        const place = remainingLines.find((s) => s.quantity > 0)
        if (!place) throw new Error('a clerk finds what there is')
        place.quantity--
        byPlace[place.place] = (byPlace[place.place] ?? 0) + 1
      }
      return [line_id, ...byPlace]
    })
    const rows = await allocate(mode, demands)
    const byPlace = demands.map(({ line_id }) => [
      line_id,
      ...[0, 1, 2].map((place) => rows.filter((r) => r.line_id === line_id && r.place === place).reduce((sum, r) => sum + r.quantity, 0)),
    ])
    expect(byPlace, JSON.stringify({ lines, asked: demands })).toEqual(expected)
  }
})

test('concurrent allocations over several lines get exactly the units available, without deadlock', async () => {
  const [a, b] = [
    await stock([
      { place: 0, quantity: 3 },
      { place: 1, quantity: 4 },
    ]),
    await stock([{ place: 2, quantity: 20 }]),
  ]
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      allocate(i % 2 ? 'sell' : 'reserve', i % 3 ? [demand(a, 1, 1), demand(b, 1, 2)] : [demand(b, 1, 2), demand(a, 1, 1)]),
    ),
  )
  expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(7)
  expect([await free(a), await free(b)]).toEqual([0, 13])
})

/** Runs `first` in a transaction and commits it only when `second`, started meanwhile, waits for its lock. */
async function meanwhile(first: (tx: Tx) => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  let done = () => {}
  let commit = () => {}
  const written = new Promise<void>((resolve) => (done = resolve))
  const waiting = new Promise<void>((resolve) => (commit = resolve))
  const firstRun = it.kernel.transaction(async (tx) => {
    await first(tx)
    done()
    await waiting
  })
  await written
  const other = second().finally(commit)
  other.catch(() => undefined)
  await vi.waitFor(async () =>
    expect(
      await it.kernel.db.one(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
    ).toBeDefined(),
  )
  commit()
  await Promise.all([firstRun, other])
}

test.each(Object.entries(DRAWING))(
  'units released or received while an allocation waits for them are allocated to it (%s)',
  async (_, draw) => {
    const id = await stock([{ place: 0, quantity: 6 }])
    const [line] = await it.kernel.db.rows<{ id: number }>(sql`select id from inventory where stock_id = ${id}`)
    const before = next()
    await it.kernel.transaction((tx) => it.kernel.get(INVENTORY).reserve(tx, before, [demand(id, 6, 1)]))
    const take = (quantity: number) => () => it.kernel.transaction(async (tx) => void (await draw(tx, [demand(id, quantity, 1)])))
    await meanwhile((tx) => it.kernel.get(INVENTORY).release(tx, before), take(6))
    expect(await free(id)).toBe(0)
    await meanwhile(async (tx) => {
      await lockInventoryRows(tx, [line?.id ?? 0])
      await bookMovements(tx, it.ctx, [{ inventory_id: line?.id ?? 0, type: 'plus', quantity: 4 }])
    }, take(3))
    expect(await free(id)).toBe(1)
  },
)
