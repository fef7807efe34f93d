import { beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from 'stoa'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'
import { createCatalogueHelpers } from '../../../tests/support/products.ts'
import { writing } from '../../../tests/support/write-product.ts'
import { redeemables, listRedeemCards, findRedeemed } from '../services/redeemable.ts'

const shop = suite(['loyalty', 'inventory'])
const { product, ctx, db, rules } = createCatalogueHelpers(shop)
const { made, put, refused } = writing(() => shop.owner)

describe('a redeemable product', () => {
  const zone = 'Asia/Hong_Kong'
  /** The date `days` days from today, in the time zone of the shop. */
  const day = (days: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now() + days * 86_400_000)
  beforeAll(() => shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'basic', { time_zone: zone }, 'en-US'))
  const redeemed = (from: number | null, to: number | null, more: object = {}) =>
    product({
      is_redeemable: true,
      ...(from === null ? {} : { redeem_start_date: day(from), redeem_end_date: day(to ?? from) }),
      stocks: [{ price: '10.00', points_to_redeem: 50, redemption_limit: 2 }],
      ...more,
    })

  test('is available from its first day to its last, both included, and always without dates', async () => {
    const cases = [
      [await redeemed(null, null), true],
      [await redeemed(0, 0), true],
      [await redeemed(-3, 0), true],
      [await redeemed(1, 5), false],
      [await redeemed(-5, -1), false],
      [await redeemed(null, null, { visibled: false }), false],
      [await product(), false],
    ] as const
    const ids = cases.map(([{ stocks }]) => stocks[0].id as number)
    const open = (await redeemables(db(), ctx(), ids)).map(({ id }) => id)
    for (const [i, [, isOpen]] of cases.entries()) expect(open.includes(ids[i] ?? 0), `case ${i}`).toBe(isOpen)
    const listedIds = (await listRedeemCards(ctx())).map(({ product_id }) => product_id)
    for (const [i, [{ id }, isOpen]] of cases.entries()) expect(listedIds.includes(id), `case ${i}`).toBe(isOpen)
    // A member who redeemed products before can see all of these redemptions.
    expect(await findRedeemed(db(), ctx(), ids)).toHaveLength(cases.length)
  })

  test("counts its limit from midnight of the first day in the shop's time zone", async () => {
    const { stocks } = await redeemed(0, 3)
    const [redeemable] = await redeemables(db(), ctx(), [stocks[0].id])
    expect(redeemable).toMatchObject({ points: 50, limit: 2 })
    expect(new Date(redeemable?.since ?? '').toISOString()).toBe(new Date(`${day(0)}T00:00:00+08:00`).toISOString())
    const forever = await redeemed(null, null)
    expect((await redeemables(db(), ctx(), [forever.stocks[0].id]))[0]?.since).toBeNull()
  })

  test('lists the cheapest stock first, and leaves out removed ones', async () => {
    const sized = (size: string, points: number) => ({ price: '10.00', points_to_redeem: points, values: { size } })
    const { id, url, stocks } = await redeemed(null, null, { stocks: [sized('S', 40), sized('M', 20), sized('L', 30)] })
    fine(await shop.owner.put(`/api/admin/product/${id}`, { stocks: stocks.slice(0, 2).map((s: { id: number }) => ({ id: s.id })) }))
    const [card] = await listRedeemCards(ctx(), url)
    expect(card?.stocks.map(({ points, options }) => [points, options])).toEqual([
      [20, [{ label: 'size', value: 'M' }]],
      [40, [{ label: 'size', value: 'S' }]],
    ])
    await rules({ member_only: true })
    expect(await listRedeemCards({ ...ctx(), actor: { kind: 'guest' } } as Ctx, url)).toEqual([])
    await rules({ member_only: false })
  })
})

test('requires both dates or none, in order, and points for each stock', async () => {
  const points = [{ price: '10', points_to_redeem: 5 }]
  expect(await refused({ is_redeemable: true })).toEqual({ 'stocks.0.points_to_redeem': ['This must be at least 1.'] })
  expect(await refused({ is_redeemable: true, redeem_start_date: '2026-12-01', stocks: points })).toEqual({
    redeem_end_date: ['This field is required.'],
  })
  expect(await refused({ is_redeemable: true, redeem_start_date: '2026-12-02', redeem_end_date: '2026-12-01', stocks: points })).toEqual({
    redeem_end_date: ['The end date must not be before the start date.'],
  })
  const dated = await made({ is_redeemable: true, redeem_start_date: '2026-12-01', redeem_end_date: '2026-12-31', stocks: points })
  expect(await put(dated.id, { is_redeemable: false })).toMatchObject({ redeem_start_date: null, redeem_end_date: null })
})
