import type { Knex } from 'knex'

/** Few products are given for points: lists of them read these alone. The condition is the one statements ask, word for word. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create index product_redeemable on product (id) where coalesce((ext->'loyalty'->>'is_redeemable')::boolean, 'false'::boolean)`,
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index product_redeemable')
}
