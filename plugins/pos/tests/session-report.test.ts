import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { expectRowsToAddUp, readReport } from '../../../tests/support/report.ts'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, createWorker, type Drawer, drawerOf, getTurn, openCounter } from './counter.ts'

let shop: Counter
let first: Drawer
beforeAll(async () => {
  shop = await openCounter(['reports'])
  const stock = await shop.stock(50, '100.00')
  first = await shop.open(shop.owner, shop.register, '500.00')
  const sold = fine(await first.sell(first.ticket(stock, 3, '300.00'))).body
  fine(await first.sell(first.ticket(stock, 1, '100.00', { payments: [{ method: 'card', amount: '100.00', reference: 'T1' }] })))
  const [line] = (await shop.order(sold.order_id)).lines
  fine(
    await shop.owner.post(`/api/admin/store/${shop.store}/ticket/${sold.id}/return`, {
      ...getTurn(first),
      reason: 'Broken',
      lines: [{ order_line_id: line.id, quantity: 1, resaleable: 1 }],
    }),
  )
  const drawer = drawerOf(shop, first)
  fine(await drawer.move('out', '50.00'))
  fine(await drawer.move('in', '20.00'))
  fine(await drawer.move('drop', '300.00'))
  const second = await shop.open(shop.owner, await shop.another(), '100.00')
  fine(await second.sell(second.ticket(stock, 2, '200.00')))
})
afterAll(() => shop.it.close())

const period = 'period=today'

test('a session shows opening float, sales, refunds and cash movements by payment method, and its count once it was counted', async () => {
  const before = await readReport(shop.owner, `pos?${period}&by=register,method`)
  expect(before.labels).toEqual([
    ['Counter k1', 'Cash'],
    ['Counter k2', 'Cash'],
    ['Counter k1', 'Card terminal'],
  ])
  const cash = (measures: readonly string[], report = before) => measures.map((measure) => report.group(['Counter k1', 'Cash'], measure))
  expect(cash(['opening', 'sales', 'refunds', 'cash_in', 'cash_out'])).toEqual(['500.00', '300.00', '100.00', '20.00', '350.00'])
  expect(cash(['expected', 'counted', 'difference'])).toEqual(['0.00', '0.00', '0.00'])
  expect(before.group(['Counter k1', 'Card terminal'], 'sales')).toBe('100.00')

  fine(await drawerOf(shop, first).count('365.00'))
  const after = await readReport(shop.owner, `pos?${period}&by=register,method`)
  expect(cash(['expected', 'counted', 'difference'], after)).toEqual(['370.00', '365.00', '-5.00'])
  await expectRowsToAddUp(shop.owner, 'pos', period)
})

test('the totals of the session report equal the cash ledger and the payments', async () => {
  const report = await readReport(shop.owner, `pos?${period}`)
  const ledger = await shop.it.kernel.db.one<{ drawer: number; paid: number }>(sql`
    select (select sum(amount_minor) from pos_cash)::bigint as drawer, (select sum(amount_minor) from pos_payment where method = 'card')::bigint as paid`)
  const cents = (measure: string) => Math.round(Number(report.total(measure)) * 100)
  expect(cents('opening') + cents('sales') - cents('refunds') + cents('cash_in') - cents('cash_out')).toBe(
    (ledger?.drawer ?? 0) + (ledger?.paid ?? 0),
  )
})

test('sessions count on the business day they were opened, also at the end of a month', async () => {
  const old = await shop.open(shop.owner, await shop.another(), '70.00')
  await shop.it.kernel.db.run(sql`update pos_session set opened_at = '2026-03-31T16:30:00Z' where id = ${old.session}`)
  expect((await readReport(shop.owner, 'pos?from=2026-03-01&to=2026-03-31')).total('opening')).toBe('0.00')
  expect((await readReport(shop.owner, 'pos?from=2026-04-01&to=2026-04-30&by=month')).group(['2026-04'], 'opening')).toBe('70.00')
})

test('staff see sessions of their stores only, and the report needs the permission to see sessions', async () => {
  const rights = ['get pos session', 'get pos register']
  const stranger = await shop.it.staff(rights)
  expect((await readReport(stranger, `pos?${period}`)).total('sales')).toBe('0.00')
  const worker = (await createWorker(shop, rights)).as
  expect((await readReport(worker, `pos?${period}`)).total('sales')).toBe('600.00')
  expect((await (await shop.it.staff(['sell pos ticket'])).get('/api/admin/report/pos')).status).toBe(403)
})
