import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, openCounter, createWorker } from './counter.ts'

/** Member search at the register: enough data to tell members apart, but not all of it. */
let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
  await shop.it.kernel.db.run(sql`insert into customer (email, first_name, last_name, country_code, phone)
    values ('carmen.ng@shop.test', 'Carmen', 'Ng', '852', '91234501')`)
})
afterAll(() => shop.it.close())

test('a member is found by name, email or phone, and returned masked', async () => {
  const { as } = await createWorker(shop, 'pos.editor')
  for (const q of ['Carmen', 'carmen.ng@', '91234501'])
    expect(fine(await as.get(`/api/admin/store/${shop.store}/member?q=${q}`)).body.data).toMatchObject([
      { name: 'Carmen Ng', email: 'c•••@shop.test', phone: '••••4501' },
    ])
})

test('member searches are limited to sixty a minute per account', async () => {
  const [first, other] = [await createWorker(shop, 'pos.editor'), await createWorker(shop, 'pos.editor')]
  const search = (worker: typeof first) => worker.as.get(`/api/admin/store/${shop.store}/member?q=Ca`)
  for (let i = 0; i < 60; i++) expect((await search(first)).status).toBe(200)
  expect((await search(first)).status).toBe(429)
  expect((await search(other)).status).toBe(200)
})
