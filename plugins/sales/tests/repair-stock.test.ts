import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { INVENTORY, type InventoryService } from 'stoa/plugins/inventory'
import { stoa } from '../../../tests/cli/run.ts'
import { EVERY_PLUGIN, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { checks } from '../checks.ts'

/** `stoa stock repair` on orders whose units were consumed or released twice, as an old bug did with partial lines. */
let shop: Shop
const folder = mkdtempSync(join(tmpdir(), 'stoa-repair-'))
beforeAll(async () => {
  shop = await openShop({}, [], EVERY_PLUGIN)
})
afterAll(async () => {
  await shop.it.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Ordered {
  id: number
  line: number
  stock: number
}
async function ordered(stock: number, quantity: number): Promise<Ordered> {
  const { id } = await shop.buy(stock, quantity)
  fine(await shop.owner.post(`/api/admin/order/${id}/pay`, { reference: 'x' }))
  return { id, stock, line: (await shop.order(id)).lines[0].id }
}
const send = async ({ id, line }: Ordered, quantity: number) =>
  fine(
    await shop.owner.post(`/api/admin/order/${id}/shipment`, {
      lines: [{ order_line_id: line, quantity }],
      status: 'shipped',
      carrier_name: 'x',
      tracking_number: 't',
    }),
  )
const cancel = async ({ id, line }: Ordered, quantity: number) =>
  fine(
    await shop.owner.post(`/api/admin/order/${id}/refund`, {
      lines: [{ order_line_id: line, quantity, cancel: quantity }],
      method: 'cash',
      reason: 'x',
    }),
  )
/** Calls the inventory service a second time for the same units. */
const again = (o: Ordered, act: (inventory: InventoryService, document: { type: string; id: number }, tx: any) => Promise<unknown>) =>
  shop.it.kernel.transaction((tx) => act(shop.it.kernel.get(INVENTORY), { type: 'order', id: o.id }, tx))
const bookedTwice = (o: Ordered, quantity: number) =>
  again(o, (inventory, document, tx) => inventory.consume(tx, shop.it.ctx, document, [{ line_id: o.line, quantity }]))
const releasedTwice = (o: Ordered, quantity: number) =>
  again(o, (inventory, document, tx) => inventory.release(tx, document, [{ line_id: o.line, quantity }]))
const lying = ({ stock }: Ordered) =>
  shop.it.kernel.db.one(sql`select sum(quantity)::int as quantity, sum(reserved)::int as reserved from inventory where stock_id = ${stock}`)
const repair = (...args: string[]) =>
  stoa(['stock', 'repair', ...args], { env: { DATABASE_URL: shop.it.url, STOA_DATA_DIR: folder, STOA_LOG: 'silent' }, cwd: folder })
const faults = () => {
  const [rule] = Object.entries(checks).filter(([name]) => name.startsWith('order lines reserve'))
  return rule?.[1](shop.it.kernel)
}

test('units deducted or released twice are corrected once, each with a movement stating the reason', async () => {
  const [sent, sentAndCanceled, canceled, untouched] = [
    await ordered(await shop.stock(20), 3),
    await ordered(await shop.stock(20), 3),
    await ordered(await shop.stock(10), 4),
    await ordered(await shop.stock(10), 4),
  ]
  await send(sent, 2)
  await bookedTwice(sent, 2)
  await send(sentAndCanceled, 2)
  await bookedTwice(sentAndCanceled, 2)
  await cancel(sentAndCanceled, 1)
  await cancel(canceled, 1)
  await releasedTwice(canceled, 1)
  await send(untouched, 1)
  const damaged = [
    { quantity: 17, reserved: 0 },
    { quantity: 17, reserved: 0 },
    { quantity: 10, reserved: 2 },
    { quantity: 9, reserved: 3 },
  ]
  const all = [sent, sentAndCanceled, canceled, untouched]
  expect(await Promise.all(all.map(lying))).toEqual(damaged)
  expect(await faults()).toHaveLength(3)

  const rehearsed = await repair('--dry-run', '--json')
  expect([rehearsed.code, rehearsed.json.dry_run, rehearsed.json.lines.map((l: any) => [l.order_id, l.outcome])]).toEqual([
    0,
    true,
    [sent, sentAndCanceled, canceled].map(({ id }) => [id, 'would repair']),
  ])
  expect(await Promise.all(all.map(lying))).toEqual(damaged)

  const done = await repair('--json')
  expect([done.code, done.json.ok, done.json.lines.map((l: any) => l.outcome)]).toEqual([0, true, ['repaired', 'repaired', 'repaired']])
  expect(await Promise.all(all.map(lying))).toEqual([
    { quantity: 18, reserved: 1 },
    { quantity: 18, reserved: 0 },
    { quantity: 10, reserved: 3 },
    { quantity: 9, reserved: 3 },
  ])
  const movements = await shop.it.kernel.db.rows(
    sql`select document_id as order, type, quantity from inventory_movement where reason like 'Correction:%' order by id`,
  )
  expect(movements).toEqual([sent, sentAndCanceled].map(({ id }) => ({ order: id, type: 'sale', quantity: 1 })))
  expect(await faults()).toEqual([])
  expect((await repair('--json')).json).toEqual({ ok: true, lines: [] })
  await send(sent, 1)
  expect(await lying(sent)).toEqual({ quantity: 17, reserved: 0 })
})

test('a line without stock left for the correction is reported, and repaired once restocked', async () => {
  const first = await ordered(await shop.stock(4), 4)
  await cancel(first, 1)
  await releasedTwice(first, 1)
  const second = await ordered(first.stock, 2)
  await send(second, 2)
  const short = await repair('--json')
  expect([short.code, short.json.ok, short.json.lines]).toEqual([
    3,
    false,
    [expect.objectContaining({ order_id: first.id, reserved: 2, owed: 3, outcome: 'short' })],
  ])
  expect(await lying(first)).toEqual({ quantity: 2, reserved: 2 })
  await shop.it.kernel.transaction(async (tx) => {
    const { bookMovements } = await import('stoa/plugins/inventory')
    const line = await tx.one<{ id: number }>(sql`select id from inventory where stock_id = ${first.stock}`)
    await bookMovements(tx, shop.it.ctx, [{ inventory_id: line?.id ?? 0, type: 'plus', quantity: 1 }])
  })
  expect((await repair('--json')).code).toBe(0)
  expect(await lying(first)).toEqual({ quantity: 3, reserved: 3 })
})

test('a line completed without a shipment and still reserved is deducted', async () => {
  const stock = await shop.stock(5, '10.00', { type: 'virtual' })
  const o = await ordered(stock, 2)
  expect(await shop.order(o.id)).toMatchObject({ status: 'completed' })
  // The state from before completing an order consumed such lines.
  await again(o, (inventory, document, tx) => inventory.reverseSale(tx, shop.it.ctx, document, [{ line_id: o.line, quantity: 2 }], 'x'))
  expect(await lying(o)).toEqual({ quantity: 5, reserved: 2 })
  expect((await repair('--json')).code).toBe(0)
  expect(await lying(o)).toEqual({ quantity: 3, reserved: 0 })
})

test('concurrent repairs correct each line once', async () => {
  const o = await ordered(await shop.stock(20), 3)
  await send(o, 2)
  await bookedTwice(o, 2)
  const { repairStock } = await import('../services/order/repair-stock.ts')
  await Promise.all([1, 2, 3].map(() => repairStock(shop.it.ctx, { dryRun: false })))
  expect(await lying(o)).toEqual({ quantity: 18, reserved: 1 })
})
