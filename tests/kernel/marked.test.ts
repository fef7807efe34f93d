import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import pg from 'pg'
import { type Sql, sql, type Tx } from '#core'
import { type TestApp, testApp } from '../support/app.ts'

let it: TestApp
let other: pg.Client
beforeAll(async () => {
  it = await testApp(['shipping'])
  other = new pg.Client({ connectionString: it.url })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await it.close()
})

let read = 0
beforeEach(async () => {
  await other.query("delete from shipping_method; insert into shipping_method (code, title, price_minor) values ('van', '{}', 100)")
  read = 0
})

const TABLES = ['shipping_method', 'shipping_rate']
const priceIn = (tx: Tx, tables = TABLES, key = 'price') =>
  it.kernel.cache.marked(tx, key, tables, async () => {
    read++
    return (await tx.one<{ price: number }>(sql`select max(price_minor) as price from shipping_method`))?.price
  })
const price = (...given: [tables?: string[], key?: string]) => it.kernel.work((tx) => priceIn(tx, ...given))
const change = (to: number): Sql => sql`update shipping_method set price_minor = ${to}`

describe('what a transaction goes by although it was kept', () => {
  test('is read once for many transactions', async () => {
    expect([await price(), await price(), await price()]).toEqual([100, 100, 100])
    expect(read).toBe(1)
  })

  test.each([
    ['changes', 'update shipping_method set price_minor = 200', 200],
    ['is added to', "insert into shipping_method (code, title, price_minor) values ('ship', '{}', 300)", 300],
    ['loses a row', 'delete from shipping_method', null],
    ['is emptied', 'truncate shipping_method cascade', null],
  ])('is what stands there when a table %s by whatever way, at once', async (_, how, now) => {
    await price()
    // No word of it goes to any process.
    await other.query(how)
    expect(await price()).toBe(now)
  })

  test('stays when nothing in its own tables changes', async () => {
    await price()
    await other.query("insert into setting (name, value) values ('weather', '{}') on conflict do nothing")
    expect(await price()).toBe(100)
    expect(read).toBe(1)
  })

  test('of a change that was undone nothing is left', async () => {
    await it.kernel
      .work(async (tx) => {
        await tx.run(change(500))
        expect(await priceIn(tx)).toBe(500)
        throw new Error('undone')
      })
      .catch((error: Error) => expect(error.message).toBe('undone'))
    expect(await price()).toBe(100)
  })

  test('of a change that is not committed nobody else goes by it', async () => {
    const look = new EventEmitter()
    const first = it.kernel.work(async (tx) => {
      await tx.run(change(600))
      await priceIn(tx)
      look.emit('changed')
      await once(look, 'looked')
    })
    await once(look, 'changed')
    const seen = await price()
    look.emit('looked')
    await first
    expect([seen, await price()]).toEqual([100, 600])
  })

  test('two changes in one transaction are two', async () => {
    await it.kernel.work(async (tx) => {
      await tx.run(change(700))
      await priceIn(tx)
      await tx.run(change(800))
    })
    expect(await price()).toBe(800)
  })

  test('is read each time of a table without a mark', async () => {
    const tables = ['shipping_method', 'carrier']
    expect([await price(tables, 'unmarked'), await price(tables, 'unmarked')]).toEqual([100, 100])
    expect(read).toBe(2)
  })
})
