import knex from 'knex'
import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { down, up } from '../migrations/0014_rewards_apart.ts'
import { fine } from '../../../tests/support/selling-shop.ts'
import { createCatalogueHelpers } from '../../../tests/support/products.ts'

const shop = suite(['loyalty', 'inventory'])
const { product } = createCatalogueHelpers(shop)

test('upgrading a database that stores loyalty fields on products keeps their values in the fields of this plugin', async () => {
  const [redeemable, plain] = [await product(), await product()]
  const old = knex({ client: 'pg', connection: shop.it.url })
  try {
    await old.transaction((trx) => down(trx as never))
    await old.raw(`update product set is_redeemable = true, redeem_start_date = '2026-03-01', redeem_end_date = '2026-04-01' where id = ${redeemable.id};
      update stock set points_to_redeem = 40, redemption_limit = 2 where product_id = ${redeemable.id};
      insert into product_commission (product_id, name, percentage) values (${redeemable.id}, 'Team', 7.5)`)
    await old.transaction((trx) => up(trx as never))
    const { rows } = await old.raw(`select ext->'commission' as kept from product where id in (${redeemable.id}, ${plain.id}) order by id`)
    expect(rows).toEqual([{ kept: { commissions: [{ name: 'Team', percentage: '7.50' }] } }, { kept: null }])
    const read = async (id: number) => fine(await shop.owner.get(`/api/admin/product/${id}`)).body
    expect(await read(redeemable.id)).toMatchObject({
      is_redeemable: true,
      redeem_start_date: '2026-03-01',
      redeem_end_date: '2026-04-01',
      stocks: [{ points_to_redeem: 40, redemption_limit: 2 }],
    })
    expect(await read(plain.id)).toMatchObject({ is_redeemable: false, redeem_start_date: null, stocks: [{ points_to_redeem: 0 }] })
    await old.transaction((trx) => down(trx as never))
    const again =
      await old.raw(`select p.is_redeemable, s.points_to_redeem, c.percentage, p.ext->'loyalty' as rest from product p join stock s on s.product_id = p.id
      left join product_commission c on c.product_id = p.id where p.id = ${redeemable.id}`)
    expect(again.rows).toEqual([{ is_redeemable: true, points_to_redeem: 40, percentage: '7.50', rest: null }])
    await old.transaction((trx) => up(trx as never))
  } finally {
    await old.destroy()
  }
})
