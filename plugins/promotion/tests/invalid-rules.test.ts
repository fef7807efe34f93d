import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { form } from '../../../tests/support/multipart.ts'
import { fine } from '../../../tests/support/selling-shop.ts'
import { importRecords } from 'stoa/plugins/sheets'
import { promotionShop, type PromotionShop } from './support.ts'

let shop: PromotionShop
let stock: number
beforeAll(async () => {
  shop = await promotionShop(['sheets'])
  stock = await shop.stock(20, '98.00')
})
afterAll(() => shop.it.close())

const actions = [{ type: 'percent_order', value: { percent: '10' } }]
const promotion = { title: 'Ten percent', trigger: 'automatic', actions }

/** Values that are not a list of condition groups; spreadsheets write 0 into unused columns. */
const notGroups: unknown[] = [0, 1, false, true, 'x', {}, { a: 1 }, [0], [null], ['x'], [{}]]

describe.each(['conditions', 'actions'])('%s that are not a list', (field) => {
  const values = field === 'conditions' ? notGroups : [0, 1, false, true, 'x', {}, { a: 1 }, [0], [null], ['x']]

  test('are refused as JSON, on creation and update', async () => {
    const id = fine(await shop.owner.post('/api/admin/promotion', promotion)).body.id
    for (const value of values) {
      const created = await shop.owner.post('/api/admin/promotion', { ...promotion, [field]: value })
      expect(created.status, JSON.stringify(value)).toBe(422)
      expect(Object.keys(created.body.messages)[0]).toMatch(new RegExp(`^${field}`))
      expect((await shop.owner.put(`/api/admin/promotion/${id}`, { [field]: value })).status, JSON.stringify(value)).toBe(422)
    }
  })

  test('are refused in a form', async () => {
    for (const value of ['0', 'false', '""', '{}', 'x', '[0]', '[null]']) {
      const sent = form({ title: 'Ten percent', actions: JSON.stringify(actions), [field]: value })
      expect((await shop.owner.post('/api/admin/promotion', sent.body, sent.headers)).status, value).toBe(422)
    }
  })

  test('are refused in a sheet', async () => {
    const cells = { title: 'By sheet', trigger: 'automatic', actions: JSON.stringify(actions), conditions: '[]', [field]: '0' }
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
    const file = [Object.keys(cells).join(','), Object.values(cells).map(quoted).join(',')].join('\n')
    const answer = await importRecords(shop.it.ctx, 'promotion', { name: 'rules.csv', bytes: Buffer.from(file) }, {})
    expect(answer).toMatchObject({ errors: [{ column: field }] })
    expect(await shop.it.kernel.db.one(sql`select 1 from promotion where title->>'en-US' = 'By sheet'`)).toBeUndefined()
  })

  test('cannot be stored by SQL either', async () => {
    const id = fine(await shop.owner.post('/api/admin/promotion', promotion)).body.id
    for (const value of ['0', 'false', '"x"', '{}', '[0]', '[null]'])
      await expect(
        shop.it.kernel.db.run(
          field === 'actions'
            ? sql`update promotion set actions = ${value}::jsonb where id = ${id}`
            : sql`update promotion set conditions = ${value}::jsonb where id = ${id}`,
        ),
        value,
      ).rejects.toMatchObject({ code: '23514' })
  })
})

test('afterwards carts and the list of promotions still work', async () => {
  expect((await shop.owner.get('/api/admin/promotion')).status).toBe(200)
  expect((await shop.it.guest.post('/api/cart/item', { stock_id: stock, quantity: 1 })).status).toBe(200)
})
