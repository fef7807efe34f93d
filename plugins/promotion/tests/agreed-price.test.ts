import { afterAll, beforeAll, expect, test } from 'vitest'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** A price agreed by staff is not discounted by promotions unless staff allow it. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['promotion', 'loyalty'])
  const actions = [{ type: 'percent_order', value: { percent: '10' } }]
  const made = fine(await shop.owner.post('/api/admin/promotion', { title: 'Ten off', trigger: 'automatic', actions })).body
  fine(await shop.owner.post(`/api/admin/promotion/${made.id}/publish`, {}))
})
afterAll(() => shop.it.close())

const draft = async (line: object, more: object = {}) =>
  fine(
    await shop.owner.post('/api/admin/order', {
      customer: { email: 'agreed@shop.test', first_name: 'A' },
      lines: [{ stock_id: await shop.stock(9), quantity: 2, ...line }],
      ...more,
    }),
  ).body
const agreed = { unit_price: '50.00', price_reason: 'friend' }

test('an agreed price is not reduced by automatic promotions unless staff allow it', async () => {
  expect(await draft(agreed)).toMatchObject({ total: '100.00', lines: [{ discountable: false }] })
  expect(await draft({ ...agreed, discountable: true })).toMatchObject({ total: '90.00', lines: [{ discountable: true }] })
  expect(await draft({})).toMatchObject({ total: '180.00' })
  // Entering the regular price again does not make it an agreed price.
  expect(await draft({ unit_price: '100.00', price_reason: 'same' })).toMatchObject({ total: '180.00' })
})

test('a manual discount still reduces an agreed price', async () => {
  expect(await draft(agreed, { discount: '5.00', discount_label: 'scratch' })).toMatchObject({ total: '95.00' })
})

test('other lines keep their promotions, and further units at the agreed price stay final', async () => {
  const made = fine(
    await shop.owner.post('/api/admin/order', {
      customer: { email: 'agreed@shop.test', first_name: 'A' },
      lines: [
        { stock_id: await shop.stock(9), quantity: 1, ...agreed },
        { stock_id: await shop.stock(9), quantity: 1 },
      ],
    }),
  ).body
  expect(made).toMatchObject({ total: '140.00', lines: [{ total: '50.00' }, { total: '90.00' }] })
  fine(await shop.owner.post(`/api/admin/order/${made.id}/place`, {}))
  const { version, lines } = await shop.order(made.id)
  const change = { version, lines: [{ order_line_id: lines[0].id, quantity: 2 }] }
  expect(fine(await shop.owner.post(`/api/admin/order/${made.id}/change`, change)).body).toMatchObject({ total: '190.00' })
})
