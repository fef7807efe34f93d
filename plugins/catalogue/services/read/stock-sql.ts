import { type Ctx, type Kernel, localizedSql, sql, type Sql } from 'stoa'
import { datedSql, priceToPaySql, specialPriceSql } from '../price/price-to-pay.ts'
import { availableSql } from './stock-levels.ts'

/** SQL: products `p`. */
export const productsSql = sql`product p`

/** SQL: stock items `s` with their products `p`. */
export const stocksSql = sql`stock s join product p on p.id = s.product_id`

/** SQL: the main image of a product. */
export const pictureOfSql = (product: Sql): Sql =>
  sql`(select m.path from product_image m where m.product_id = ${product} order by m."order", m.id limit 1)`

/** SQL: the image of stock item `s`, or else of its product `p`. */
export const pictureSql = sql`coalesce(s.image, ${pictureOfSql(sql`p.id`)})`

/** SQL: the option values of stock item `s` as text: "Green · Large", or with `named` "Colour: Green · Size: Large". */
export function choiceSql({ language, mainLanguage }: Pick<Ctx, 'language' | 'mainLanguage'>, { named = false } = {}): Sql {
  const value = localizedSql(sql`v.label`, language, mainLanguage)
  const words = named ? sql`${localizedSql(sql`o.label`, language, mainLanguage)} || ': ' || ${value}` : value
  return sql`(select coalesce(string_agg(${words}, ' · ' order by o."order", o.id), '')
    from product_option o join option_value v on v.product_option_id = o.id and v.code = s.values->>o.key where o.product_id = s.product_id)`
}

/** SQL: tracked stock items for sale: `id`, `sku`, `name` by language and `stock_notification`. */
export const countedStocksSql = sql`select s.id, s.sku, p.name, s.stock_notification from stock s join product p on p.id = s.product_id
  where s.visibled and p.visibled and p.deleted_at is null and p.track_inventories`

/** SQL: whether a stock item is tracked, by its id. */
export const isTrackedSql = (stock: Sql): Sql =>
  sql`coalesce((select p.track_inventories from stock s join product p on p.id = s.product_id where s.id = ${stock}), true)`

/** SQL: ids of stock items changed in the last ten minutes. */
export const changedStocksSql = sql`select id from stock where updated_at > now() - interval '10 minutes'`

/** SQL parts with the data of a stock item for sale. Amounts in minor units of the base currency. */
export interface VariantSql {
  from: Sql
  name: Sql
  price: Sql
  pay: Sql
  special: Sql
  cost: Sql
  visible: Sql
  isDeleted: Sql
  available: Sql
  sku: Sql
  options: Sql
  image: Sql
  url: Sql
  type: Sql
  product_id: Sql
}

/** SQL: reads the stock items `id` as `s` with products `p`. */
export function variantSql(kernel: Kernel, { language, mainLanguage }: Pick<Ctx, 'language' | 'mainLanguage'>, id: Sql): VariantSql {
  const localize = (column: Sql) => localizedSql(column, language, mainLanguage)
  return {
    from: sql` join stock s on s.id = ${id}${datedSql} join product p on p.id = s.product_id`,
    name: sql`coalesce(${localize(sql`p.name`)}, '')`,
    price: sql`s.price_minor`,
    pay: priceToPaySql(sql`dated.minor`),
    special: specialPriceSql(sql`dated.minor`),
    cost: sql`s.cost_minor`,
    visible: sql`s.visibled and p.visibled and p.deleted_at is null`,
    isDeleted: sql`p.deleted_at is not null`,
    available: availableSql(kernel),
    sku: sql`s.sku`,
    options: sql`(select coalesce(json_agg(json_build_object('label', ${localize(sql`o.label`)}, 'value', ${localize(sql`v.label`)}) order by o."order", o.id), '[]')
      from product_option o join option_value v on v.product_option_id = o.id and v.code = s.values->>o.key where o.product_id = p.id)`,
    image: pictureSql,
    url: sql`p.url`,
    type: sql`p.type`,
    product_id: sql`p.id`,
  }
}
