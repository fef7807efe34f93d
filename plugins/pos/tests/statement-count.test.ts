import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { captureStatements } from '../../../tests/support/query-listener.ts'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, openCounter } from './counter.ts'

let shop: Counter
beforeAll(async () => {
  shop = await openCounter(['promotion', 'loyalty'])
})
afterAll(() => shop.it.close())

test('a ticket is written in few statements, whatever the number of lines', async () => {
  const stocks = await Promise.all(Array.from({ length: 10 }, () => shop.stock(100, '10.00')))
  const drawer = await shop.open()
  const ticket = () => drawer.ticket(0, 1, '100.00', { lines: stocks.map((subject_id) => ({ subject_id, quantity: 1 })) })
  fine(await drawer.sell(ticket()))
  const statements = await captureStatements(async () => fine(await drawer.sell(ticket())))
  // It was 72. An increase must be deliberate.
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(22)
})

test('the order of a ticket has the same status history as one processed step by step', async () => {
  const stock = await shop.stock(10, '10.00')
  const drawer = await shop.open()
  const sold = fine(await drawer.sell(drawer.ticket(stock, 3, '30.00'))).body
  const { db } = shop.it.kernel
  const steps = sql`select from_status as old, to_status as new from status_history where document_type = 'order' and document_id = ${sold.order_id} order by id`
  const moved = [
    { old: 'pending', new: 'paid' },
    { old: 'paid', new: 'shipped' },
    { old: 'shipped', new: 'completed' },
  ]
  expect(await db.rows(steps)).toEqual([{ old: null, new: 'pending' }, ...moved])
  const logged = await db.rows<{ change: object }>(
    sql`select changes->0 as change from audit_log where resource = 'order' and row_id = ${sold.order_id} order by id`,
  )
  expect(logged.map(({ change }) => change)).toEqual(moved.map((change) => ({ field: 'status', ...change })))
  const [row] = await db.rows(sql`select status, version, paid_minor, units_total, units_shipped, units_received, picking, hold_expires_at,
    paid_at is not null and shipped_at is not null and completed_at is not null as told from sales_order where id = ${sold.order_id}`)
  expect(row).toEqual({
    status: 'completed',
    version: 4,
    paid_minor: 3_000,
    units_total: 3,
    units_shipped: 3,
    units_received: 3,
    picking: false,
    hold_expires_at: null,
    told: true,
  })
  expect(
    await db.rows(sql`select status, quantity from reservation where document_type = 'order' and document_id = ${sold.order_id}`),
  ).toEqual([{ status: 'completed', quantity: 3 }])
})
