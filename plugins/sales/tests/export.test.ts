import { afterAll, beforeAll, expect, test } from 'vitest'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['sheets'])
})
afterAll(() => shop.it.close())

test('an exported order has its own totals and those of its lines under different names', async () => {
  const { number } = await shop.buy(await shop.stock(5), 2)
  const { raw } = fine(await shop.owner.get('/api/admin/order/export?format=csv'))
  const [head = '', row = ''] = raw.body.replace(/^\uFEFF/, '').split(/\r?\n/)
  const cells = Object.fromEntries(
    head.split(',').map((name, i) => [name, [...row.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell)[i]]),
  )
  expect(cells).toMatchObject({
    order_number: number,
    order_discount: '0.00',
    order_total: '240.00',
    order_refunded: '0.00',
    order_line_total: '200.00',
    order_line_refunded: '0.00',
  })
})
