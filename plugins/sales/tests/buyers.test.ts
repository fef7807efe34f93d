import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { AUDIENCES, type Channel } from 'stoa/plugins/people'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** Audience of buyers: by the address of the channel and since a date in the shop's time zone. */
let shop: Shop
let stock: number
beforeAll(async () => {
  shop = await openShop()
  stock = await shop.stock(500)
})
afterAll(() => shop.it.close())

const run = (query: ReturnType<typeof sql>) => shop.it.kernel.db.run(query)
const reached = async (channel: Channel, input: object = {}): Promise<(string | null)[]> => {
  const { db } = shop.it.kernel
  const people = await shop.it.kernel
    .contributions(AUDIENCES)
    .get('buyers')
    ?.peopleSql(shop.it.ctx, db, input as Record<string, unknown>, channel)
  const found = await db.rows<{ address: string | null }>(sql`select address from (${people ?? sql``}) p order by address`)
  return found.map(({ address }) => address).filter(Boolean)
}
/** Creates a paid order with a given email address and phone number. */
const createPaidOrder = async (email: string, phone: string | null, placedAt = '2026-05-05T12:00:00Z') => {
  const { id } = await shop.buy(stock, 1)
  fine(await shop.owner.post(`/api/admin/order/${id}/pay`, {}))
  await run(
    sql`update sales_order set email = ${email}, phone = ${phone}, country_code = ${phone === null ? null : '852'}, placed_at = ${placedAt} where id = ${id}`,
  )
  return id
}
const clean = () => run(sql`update sales_order set refunded_minor = paid_minor, placed_at = now()`)

test('by SMS each phone number is one buyer, with or without an email address', async () => {
  await createPaidOrder('', '9100 0001')
  await createPaidOrder('', '9100-0002')
  await createPaidOrder('', '91000002')
  await createPaidOrder('one@shop.test', '91000003')
  await createPaidOrder('one@shop.test', '91000004')
  await createPaidOrder('none@shop.test', null)
  expect(await reached('sms')).toEqual(['85291000001', '85291000002', '85291000003', '85291000004'])
  expect(await reached('email')).toEqual(['none@shop.test', 'one@shop.test'])
  await clean()
})

test.each([
  ['Asia/Hong_Kong', '2026-05-04T15:59:59Z', '2026-05-04T16:00:00Z'],
  ['America/Los_Angeles', '2026-05-05T06:59:59Z', '2026-05-05T07:00:00Z'],
])('a since date starts at midnight in the time zone of the shop: %s', async (time_zone, before, first) => {
  fine(await shop.owner.put('/api/admin/settings/basic', { time_zone }))
  await createPaidOrder('before@shop.test', null, before)
  await createPaidOrder('first@shop.test', null, first)
  expect(await reached('email', { since: '2026-05-05' })).toEqual(['first@shop.test'])
  expect(await reached('email', { since: '' })).toEqual(['before@shop.test', 'first@shop.test'])
  await clean()
})

test.each(['2026-02-30', '2026-04-31', '2025-02-29', '2026-00-10', '0000-01-01', 'today'])(
  'the since date %s is invalid and rejected',
  async (since) => {
    await expect(reached('email', { since })).rejects.toThrow('INVALID')
  },
)

test('name and language of a buyer come from the newest order', async () => {
  const old = await createPaidOrder('twice@shop.test', '91000009')
  const now = await createPaidOrder('twice@shop.test', '91000009')
  await run(sql`update sales_order set first_name = 'Old', language = 'en-US' where id = ${old}`)
  await run(sql`update sales_order set first_name = 'New', language = 'zh-HK', placed_at = '2026-05-01T00:00:00Z' where id = ${now}`)
  for (const channel of ['email', 'sms'] as const) {
    const people = await shop.it.kernel.contributions(AUDIENCES).get('buyers')?.peopleSql(shop.it.ctx, shop.it.kernel.db, {}, channel)
    expect(await shop.it.kernel.db.rows(sql`select first_name, language from (${people ?? sql``}) p`)).toEqual([
      { first_name: 'New', language: 'zh-HK' },
    ])
  }
  await clean()
})
