import { type Ctx, pick, sql, type Sql } from '#core'
import { effectiveSql } from '../lists/cards.ts'
import { availableSql } from './sellable.ts'

/** What is to be known of a stock that is sold, as parts of a statement. Amounts in minor units of the base currency. */
export interface VariantSql {
  from: Sql
  name: Sql
  price: Sql
  pay: Sql
  special: Sql
  cost: Sql
  visible: Sql
  available: Sql
  sku: Sql
  options: Sql
  image: Sql
  url: Sql
  type: Sql
  product_id: Sql
}

/** Reads the stocks that `id` names, as `s` of products `p`. */
export function variantSql({ language, main }: Pick<Ctx, 'language' | 'main'>, id: Sql): VariantSql {
  const say = (column: Sql) => pick(column, language, main)
  return {
    from: sql` join stock s on s.id = ${id} join product p on p.id = s.product_id`,
    name: sql`coalesce(${say(sql`p.name`)}, '')`,
    price: sql`s.price_minor`,
    pay: effectiveSql,
    special: sql`s.special_price_minor`,
    cost: sql`s.cost_minor`,
    visible: sql`s.visibled and p.visibled and p.deleted_at is null`,
    available: availableSql,
    sku: sql`s.sku`,
    options: sql`(select coalesce(json_agg(json_build_object('label', ${say(sql`o.label`)}, 'value', ${say(sql`v.label`)}) order by o."order", o.id), '[]')
      from product_option o join option_value v on v.product_option_id = o.id and v.code = s.values->>o.key where o.product_id = p.id)`,
    image: sql`(select m.path from product_image m where m.product_id = p.id order by m."order", m.id limit 1)`,
    url: sql`p.url`,
    type: sql`p.type`,
    product_id: sql`p.id`,
  }
}
