import { type Ctx, Failed, type Seed, sql } from '#core'
import type { Dice } from '../../cli/year/dice.ts'
import { keep } from './services/wishlist.ts'

/** What customers of the year wish for. */
export const seedWishes: Seed = async ({ year }) => {
  if (!year) return
  const dice = year.dice('wishlist')
  const wanted = Math.max(15, Math.round(year.orders / 6))
  for (let n = 0; n < wanted; n++) year.at(year.on(dice.int(1, year.days), dice.int(9, 23), dice.int(0, 59)), (ctx) => wish(ctx, dice))
}

async function wish({ kernel }: Ctx, dice: Dice): Promise<void> {
  const people = await kernel.db.rows<{ id: number }>(sql`select id from customer where enabled and email like '%.example' order by id`)
  const goods = await kernel.db.rows<{ id: number }>(sql`select id from product where visibled and deleted_at is null order by id`)
  if (people.length === 0 || goods.length === 0) return
  const note = dice.chance(0.15) ? '生日禮物' : ''
  const [who, what] = [dice.pick(people).id, dice.pick(goods).id]
  await kernel
    .work((tx) => keep(tx, who, { productIds: [what], stockId: null, note }))
    .catch((error: unknown) => {
      if (!(error instanceof Failed)) throw error
    })
}
