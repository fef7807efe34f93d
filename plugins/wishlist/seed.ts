import { type Ctx, AppError, type Seed } from 'stoa'
import type { SeededRandom } from 'stoa/year'
import { listStocks } from 'stoa/plugins/catalogue'
import { findExampleCustomer } from 'stoa/plugins/people'
import { addToWishlist } from './services/wishlist.ts'

/** Wishlists of the sample year. */
export const seedWishes: Seed = async ({ year }) => {
  if (!year) return
  const random = year.random('wishlist')
  const count = Math.max(15, Math.round(year.orders / 6))
  for (let n = 0; n < count; n++)
    year.at(year.on(random.int(1, year.days), random.int(9, 23), random.int(0, 59)), (ctx) => wish(ctx, random))
}

async function wish({ kernel }: Ctx, random: SeededRandom): Promise<void> {
  const customer = await findExampleCustomer(kernel.db, random.next())
  const goods = [...new Set((await listStocks(kernel.db)).map((s) => s.product_id))]
  if (!customer || goods.length === 0) return
  const note = random.chance(0.15) ? '生日禮物' : ''
  await kernel
    .transaction((tx) => addToWishlist(tx, customer.id, { productIds: [random.pick(goods)], stockId: null, note }))
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
}
