import { sql } from '#core'
import type { Keeper } from '../../people/index.ts'

/** Wishes are somebody's own and of use to nobody else. */
export const wishes: Keeper = {
  tables: { wishlist_item: true },
  needs: 'get wishlist item',
  tell: async ({ kernel }, { customers }) => ({
    wishes: await kernel.db.rows(sql`select product_id, stock_id, note, created_at from wishlist_item
      where customer_id = any(${[...customers]}::bigint[]) order by id`),
  }),
  async erase(tx, _ctx, { customers }) {
    tx.touch('wishlist_item')
    await tx.run(sql`delete from wishlist_item where customer_id = any(${[...customers]}::bigint[])`)
  },
}
