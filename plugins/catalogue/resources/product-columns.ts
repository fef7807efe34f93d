import { type Ctx, f, localizedSql, sql, type Sql } from 'stoa'
import { pictureOfSql } from '../services/read/stock-sql.ts'

const amount = (minor: Sql) => sql`(${minor} / 100.0)::numeric(14, 2)::text`

/** List columns of a product from the listing index, with its pending tasks. */
export const productColumns = {
  picture: { field: f.image({ list: 1 }), read: () => pictureOfSql(sql`t.id`) },
  price: {
    field: f.text({ list: 4, widget: 'money' }),
    read: () => sql`(select case when x.lowest_minor = x.highest_minor then ${amount(sql`x.lowest_minor`)}
        else ${amount(sql`x.lowest_minor`)} || ' – ' || ${amount(sql`x.highest_minor`)} end
      from product_shelf x where x.product_id = t.id)`,
  },
  attention: {
    field: f.picks(['hidden', 'out_of_stock', 'no_price', 'no_picture', 'no_name'], { list: 6 }),
    read: ({ language, mainLanguage }: Ctx) => sql`(select array_remove(array[
        case when not t.visibled then 'hidden' end, case when not x.in_stock then 'out_of_stock' end,
        case when x.lowest_minor is null then 'no_price' end,
        case when not exists (select from product_image m where m.product_id = t.id) then 'no_picture' end,
        case when coalesce(${localizedSql(sql`t.name`, language, mainLanguage)}, '') = '' then 'no_name' end], null)
      from product_shelf x where x.product_id = t.id)`,
  },
}
