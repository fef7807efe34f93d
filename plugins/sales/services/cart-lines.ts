import { type Ctx, type Db, pick, sql, type Sql, statement } from '#core'
import { availableSql, effectiveSql } from '../../catalogue/index.ts'

/** One line of a cart with live price and availability. Amounts in minor units of the base currency. */
export interface CartLine {
  id: number
  stock_id: number
  quantity: number
  sku: string
  visible: boolean
  price: number
  special: number | null
  pay: number
  /** What the shop gave for one; null while nobody knows. */
  cost: number | null
  available: number | null
  options: { label: string; value: string }[]
  additional_options: Record<string, string>
  /** The price the shopper last saw; null when none was kept. */
  seen: number | null
  /** Grams of one. */
  weight: number
  product_id: number
  name: string
  url: string
  type: string
  image: string | null
}

/** Lines of carts for people to see, of rows `c` of `cart_item`. */
export function linesFrom({ language, main }: Pick<Ctx, 'language' | 'main'>, items: Sql): Sql {
  const say = (column: Sql) => pick(column, language, main)
  return sql`select c.id, c.stock_id, c.quantity, c.additional_options, c.seen_minor as seen, s.sku, s.visibled and p.visibled and p.deleted_at is null as visible,
      s.price_minor as price, s.special_price_minor as special, ${effectiveSql} as pay, s.cost_minor as cost, ${availableSql} as available,
      p.id as product_id, ${say(sql`p.name`)} as name, p.url, p.type,
      coalesce((p.ext->'shipping'->>'weight_g')::int, 0) as weight,
      (select m.path from product_image m where m.product_id = p.id order by m."order", m.id limit 1) as image,
      (select coalesce(json_agg(json_build_object('label', ${say(sql`o.label`)}, 'value', ${say(sql`v.label`)}) order by o."order", o.id), '[]')
        from product_option o join option_value v on v.product_option_id = o.id and v.code = s.values->>o.key where o.product_id = p.id) as options
    from ${items} join stock s on s.id = c.stock_id join product p on p.id = s.product_id`
}

const linesOf = statement(
  'sales.cart-lines',
  (ctx, cart: string) => sql`${linesFrom(ctx, sql`cart k join cart_item c on c.cart_id = k.id`)} where k.public_id = ${cart} order by c.id`,
)

/** The lines of a cart by its public id, oldest first, in one statement. Prices are always read live. */
export const cartLines = (db: Db, ctx: Ctx, cart: string): Promise<CartLine[]> => db.rows<CartLine>(linesOf(ctx, cart))
