import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { expectRowsToAddUp, readReport } from '../../../tests/support/report.ts'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type PromotionShop, promotionShop } from './support.ts'

/** Orders of 200.00: one without a promotion, one with a rule, one with a rule and a code, one that was never paid. */
let shop: PromotionShop
let codeRule: number
const off = (amount: string) => [{ type: 'amount_order', value: { amount } }]

beforeAll(async () => {
  shop = await promotionShop(['reports'])
  const [cup, pot] = [await shop.stock(99, '100.00'), await shop.stock(99, '200.00')]
  const buy = async (stock: number, quantity: number, codes?: readonly string[]) => {
    const { cart_id } = await shop.cart(shop.it.guest, [[stock, quantity]], codes)
    const { body } = fine(await shop.place(shop.it.guest, cart_id))
    const row = await shop.it.kernel.db.one<{ id: number }>(sql`select id from sales_order where order_number = ${body.order_number}`)
    return row?.id ?? 0
  }
  const pay = async (id: number) => fine(await shop.owner.post(`/api/admin/order/${id}/payment`, { reference: `T-${id}` }))
  await pay(await buy(pot, 1))
  await shop.rule(off('20.00'), { title: { 'en-US': 'Spring' } })
  codeRule = await shop.rule(off('30.00'), { title: { 'en-US': 'Friends' }, trigger: 'code' })
  await shop.code(codeRule, 'FRIEND')
  const spring = await buy(cup, 3)
  await pay(spring)
  await pay(await buy(cup, 4, ['FRIEND']))
  await buy(cup, 5)
  const [line] = (await shop.order(spring)).lines
  fine(
    await shop.owner.post(`/api/admin/order/${spring}/refund`, {
      reason: 'x',
      method: 'cash',
      lines: [{ order_line_id: line.id, quantity: 1 }],
    }),
  )
})
afterAll(() => shop.it.close())

const period = 'period=today'

test('a promotion shows its uses, its cost, and its orders beside orders without a promotion', async () => {
  const report = await readReport(shop.owner, `promotions?${period}`)
  const values = ['uses', 'discount', 'orders', 'net', 'average', 'baseline', 'uplift']
  expect(values.map((measure) => report.group(['Spring'], measure))).toEqual(['2', '40.00', '2', '630.00', '315.00', '200.00', '115.00'])
  expect(values.map((measure) => report.group(['Friends'], measure))).toEqual(['1', '30.00', '1', '350.00', '350.00', '200.00', '150.00'])
  const byCode = await readReport(shop.owner, `promotions?${period}&by=code`)
  expect(byCode.group(['FRIEND'], 'discount')).toBe('30.00')
})

test('in the total an order with two promotions counts once, and the total equals the ledger', async () => {
  const report = await readReport(shop.owner, `promotions?${period}`)
  const ledger = await shop.it.kernel.db.one<{ net: number; refund: number }>(sql`
    select sum(net_minor) filter (where kind = 'sale')::bigint as net, sum(net_minor) filter (where kind = 'refund')::bigint as refund from sales_entry
    where order_id in (select order_id from promotion_usage)`)
  const cents = (measure: string) => Math.round(Number(report.total(measure)) * 100)
  expect([cents('net'), cents('refund')]).toEqual([ledger?.net, ledger?.refund])
  expect(['uses', 'orders', 'net', 'average'].map(report.total)).toEqual(['3', '2', '630.00', '315.00'])
  await expectRowsToAddUp(shop.owner, 'promotions', period)
})

test('amounts of sales need the permission to see sales', async () => {
  const clerk = await shop.it.staff(['get promotion usage', 'get promotion'])
  expect((await readReport(clerk, `promotions?${period}`)).measures).toEqual(['uses', 'discount', 'orders'])
  expect((await (await shop.it.staff(['get promotion'])).get('/api/admin/report/promotions')).status).toBe(403)
})
