import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

interface Entry {
  kind: string
  orders: number
  quantity: number
  net: number
  shipping: number
  amount: number
  line: number | null
}

const entries = (order: number): Promise<Entry[]> =>
  shop.it.kernel.db
    .rows<Entry>(sql`select kind, orders, quantity, net_minor as net, shipping_minor as shipping, amount_minor as amount, order_line_id as line
    from sales_entry where order_id = ${order} order by id`)
const pay = async (id: number) => fine(await shop.owner.post(`/api/admin/order/${id}/payment`, { reference: `T-${id}` }))
const refund = async (id: number, body: object) =>
  fine(await shop.owner.post(`/api/admin/order/${id}/refund`, { reason: 'Broken', method: 'cash', ...body }))
const firstLine = async (id: number): Promise<number> => (await shop.order(id)).lines[0].id

test('an order is in the ledger of sales once it is paid, with a row for each line and one for the order with its shipping', async () => {
  const o = await shop.buy(await shop.stock(9, '33.33'), 3)
  expect(await entries(o.id)).toEqual([])
  await pay(o.id)
  const line = await firstLine(o.id)
  expect(await entries(o.id)).toEqual([
    { kind: 'sale', orders: 0, quantity: 3, net: 9999, shipping: 0, amount: 9999, line },
    { kind: 'sale', orders: 1, quantity: 0, net: 0, shipping: 4000, amount: 4000, line: null },
  ])
})

test('a refund is posted on its own day by line and shipping, and nothing of the sale changes', async () => {
  const o = await shop.buy(await shop.stock(9, '33.33'), 3)
  await pay(o.id)
  const sold = await entries(o.id)
  const line = await firstLine(o.id)
  await refund(o.id, { lines: [{ order_line_id: line, quantity: 2 }], shipping: '10.00' })
  const posted = (await entries(o.id)).slice(sold.length)
  expect((await entries(o.id)).slice(0, sold.length)).toEqual(sold)
  expect(posted).toEqual([
    { kind: 'refund', orders: 0, quantity: 2, net: 6666, shipping: 0, amount: 6666, line },
    { kind: 'refund', orders: 0, quantity: 0, net: 0, shipping: 1000, amount: 1000, line: null },
  ])
})

test('the ledger adds up to what was paid and refunded, whatever was canceled, changed or refunded in between', async () => {
  const stock = await shop.stock(200, '12.34')
  for (let n = 0; n < 6; n++) {
    const o = await shop.buy(stock, n + 1)
    if (n === 0) continue
    await pay(o.id)
    if (n === 1) fine(await shop.owner.post(`/api/admin/order/${o.id}/call_off`, { reason: 'No more' }))
    if (n > 1) await refund(o.id, { lines: [{ order_line_id: await firstLine(o.id), quantity: n - 1 }] })
  }
  const wrong = await shop.it.kernel.db.rows(sql`select o.id, o.total_minor, o.refunded_minor, o.refunded_excess_minor, e.sold, e.refunded
    from sales_order o left join (select order_id, coalesce(sum(amount_minor) filter (where kind = 'sale'), 0) as sold,
      coalesce(sum(amount_minor) filter (where kind = 'refund'), 0) as refunded from sales_entry group by 1) e on e.order_id = o.id
    where (o.paid_at is null and e.order_id is not null)
      or (o.paid_at is not null and (e.sold <> o.total_minor or e.refunded <> o.refunded_minor - o.refunded_excess_minor))`)
  expect(wrong).toEqual([])
})

test('entries cannot be changed or deleted', async () => {
  await expect(shop.it.kernel.db.run(sql`update sales_entry set net_minor = 0`)).rejects.toThrow('only added to')
  await expect(shop.it.kernel.db.run(sql`delete from sales_entry`)).rejects.toThrow('only added to')
})
