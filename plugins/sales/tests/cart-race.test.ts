import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import type { Answer } from '../../../tests/support/app.ts'

const shop = suite(['sales', 'inventory'], { env: { STOA_POOL: '20' } })

async function createStock(quantity: number): Promise<number> {
  const { owner } = shop
  const code = `w${Math.random().toString(36).slice(2)}`
  const warehouse = (await owner.post('/api/admin/warehouse', { code, name: code })).body.id
  const made = await owner.post('/api/admin/product', {
    name: code,
    sku: code,
    stocks: [{ price: '10.00', inventories: [{ warehouse_id: warehouse, quantity }] }],
  })
  return made.body.stocks[0].id
}

const countUnits = (answer: Answer): number => answer.body.items.reduce((sum: number, line: any) => sum + line.quantity, 0)
const at = (answers: readonly Answer[], status: number) => answers.filter((answer) => answer.status === status).length

test('concurrent additions to one cart never exceed the stock', async () => {
  const { guest } = shop
  const [stock, other] = [await createStock(5), await createStock(1)]
  const { cart_id } = (await guest.post('/api/cart/item', { stock_id: other, quantity: 1 })).body
  const add = () => guest.post('/api/cart/item', { cart_id, stock_id: stock, quantity: 1 })
  const answers = await Promise.all(Array.from({ length: 20 }, add))
  expect([at(answers, 200), at(answers, 422)]).toEqual([5, 15])
  expect(countUnits(await guest.post('/api/cart', { cart_id }))).toBe(6)
})

test('updating one line while others are added never exceeds the stock', async () => {
  const { guest } = shop
  for (let turn = 0; turn < 5; turn++) {
    const stock = await createStock(5)
    const first = (await guest.post('/api/cart/item', { stock_id: stock, quantity: 1, additional_options: { engraving: 'a' } })).body
    const { cart_id } = first
    const answers = await Promise.all([
      guest.put('/api/cart/item', { cart_id, item_id: first.items[0].id, quantity: 4 }),
      ...['b', 'c', 'd'].map((engraving) =>
        guest.post('/api/cart/item', { cart_id, stock_id: stock, quantity: 2, additional_options: { engraving } }),
      ),
    ])
    expect(answers.every(({ status }) => [200, 422].includes(status))).toBe(true)
    expect(countUnits(await guest.post('/api/cart', { cart_id }))).toBeLessThanOrEqual(5)
  }
})
