import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { fine } from '../../../tests/support/selling-shop.ts'

/** The wishlist limit and its effects. */
const shop = suite(['wishlist', 'inventory'])
const MOST = 200
let ids: number[]
let stocks: number[]
let may: Client
let n = 0

beforeAll(async () => {
  const { id } = fine(
    await shop.owner.post('/api/admin/product', { name: 'Seed', sku: 'SEED', url: 'seed', stocks: [{ price: '1.00' }] }),
  ).body
  await shop.it.kernel.db.run(
    sql`insert into product (name, sku, url) select jsonb_build_object('en-US', 'Cup ' || n), 'W' || n, 'w-' || n from generate_series(1, ${MOST + 5}::int) n`,
  )
  const rows = await shop.it.kernel.db.rows<{ id: number; stock: number }>(
    sql`with made as (insert into stock (product_id, sku, price_minor) select id, sku || '-1', 1000 from product where id <> ${id} returning id, product_id)
      select product_id as id, id as stock from made order by 1`,
  )
  ids = rows.map((row) => row.id)
  stocks = rows.map(({ stock }) => stock)
})
beforeEach(async () => {
  const customerInput = { email: `may${++n}@shop.test`, first_name: 'May', last_name: 'Chan', password: 'a long password' }
  fine(await shop.owner.post('/api/admin/customer', customerInput))
  may = shop.it.as(fine(await shop.guest.post('/api/login', customerInput)).body.token)
})

const keep = (body: object) => may.post('/api/wishlist', body)
const listProductIds = async () =>
  (fine(await may.get('/api/wishlist')).body.data as { product_id: number }[]).map(({ product_id }) => product_id)

describe('a wishlist', () => {
  test('holds two hundred products, and one more is rejected without removing any', async () => {
    fine(await keep({ product_ids: ids.slice(0, MOST) }))
    expect(await listProductIds()).toEqual(ids.slice(0, MOST))
    const full = await keep({ product_id: ids[MOST] })
    expect([full.status, full.body.messages]).toEqual([422, { product_id: [expect.stringContaining('200')] }])
    expect((await listProductIds()).length).toBe(MOST)
    // Saving an existing product again does not count towards the limit.
    fine(await keep({ product_id: ids[0], note: 'Blue' }))
    fine(await may.delete('/api/wishlist', { product_id: ids[5] }))
    fine(await keep({ product_id: ids[MOST] }))
    expect((await listProductIds())[0]).toBe(ids[MOST])
  })

  test('that is nearly full takes from a browser list what fits, the oldest first', async () => {
    fine(await keep({ product_ids: ids.slice(0, MOST - 2) }))
    const local = ids.slice(MOST - 1, MOST + 3)
    fine(await keep({ product_ids: local }))
    expect((await listProductIds()).slice(0, 3)).toEqual([local[2], local[3], ids[0]])
    expect((await keep({ product_ids: ids.slice(0, MOST + 1) })).status).toBe(422)
  })

  test('filled up by two concurrent requests takes one of them', async () => {
    fine(await keep({ product_ids: ids.slice(0, MOST - 1) }))
    const both = await Promise.all([keep({ product_id: ids[MOST] }), keep({ product_id: ids[MOST + 1] })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await listProductIds()).length).toBe(MOST)
  })
})

describe('a wishlist item', () => {
  test('keeps its note and stock until new values are given', async () => {
    const item = async (body: object) => {
      const { data } = fine(await keep({ product_id: ids[0], ...body })).body
      return [data[0].note, data[0].stock_id]
    }
    expect(await item({ note: 'For Lee', stock_id: stocks[0] })).toEqual(['For Lee', stocks[0]])
    expect(await item({})).toEqual(['For Lee', stocks[0]])
    expect(await item({ note: '' })).toEqual(['For Lee', stocks[0]])
    expect(await item({ note: 'For May' })).toEqual(['For May', stocks[0]])
    expect((await keep({ product_id: ids[0], note: 'x'.repeat(256) })).status).toBe(422)
    expect((await keep({ product_id: ids[0], stock_id: 999_999 })).body.messages).toHaveProperty('stock_id')
  })

  test('keeps its position when it is added again', async () => {
    for (const id of [ids[0], ids[1], ids[2], ids[0]]) fine(await keep({ product_id: id }))
    expect(await listProductIds()).toEqual([ids[2], ids[1], ids[0]])
    fine(await keep({ product_ids: [ids[3], ids[0]] }))
    expect(await listProductIds()).toEqual([ids[3], ids[2], ids[1], ids[0]])
  })

  test('must be on sale, and a browser list is added without unavailable products', async () => {
    await shop.it.kernel.transaction(async (tx) => {
      await tx.run(sql`update product set visibled = false where id = ${ids[10]}`)
      await tx.run(sql`update product set deleted_at = now() where id = ${ids[11]}`)
      tx.invalidate('product')
    })
    for (const id of [ids[10], ids[11]]) expect((await keep({ product_id: id })).body.messages).toHaveProperty('product_id')
    fine(await keep({ product_ids: [ids[10], ids[12], ids[11]] }))
    expect(await listProductIds()).toEqual([ids[12]])
    expect(fine(await may.get('/api/wishlist')).body.total).toBe(1)
  })

  test('is returned in the requested language', async () => {
    await shop.it.kernel.transaction(async (tx) => {
      await tx.run(sql`update product set name = name || '{"zh-HK": "杯"}' where id = ${ids[0]}`)
      tx.invalidate('product')
    })
    fine(await keep({ product_id: ids[0] }))
    expect(fine(await may.get('/api/wishlist?language=zh-HK')).body.data[0].product.name).toBe('杯')
  })
})
