import { type Ctx, type Db, localizedSql, sql } from 'stoa'

/** Classification of a product: its brand, and its categories with their ancestors. */
export interface ProductPlace {
  id: number
  brand: number | null
  categories: number[]
}

/** Classification of products, in one statement. */
export const readProductPlaces = (db: Db, ids: readonly number[]): Promise<ProductPlace[]> =>
  db.rows<ProductPlace>(
    sql`with recursive up (product_id, category_id) as (
      select product_id, category_id from product_category where product_id = any(${[...ids]}::bigint[])
      union select up.product_id, c.parent_id from up join category c on c.id = up.category_id where c.parent_id is not null)
    select p.id, p.brand_id as brand, coalesce((select json_agg(up.category_id) from up where up.product_id = p.id), '[]') as categories
    from product p where p.id = any(${[...ids]}::bigint[])`,
    'catalogue.product-places',
  )

/** The categories that exist. */
export const findExistingCategoryIds = async (db: Db, ids: readonly number[]): Promise<number[]> =>
  (await db.rows<{ id: number }>(sql`select id from category where id = any(${[...ids]}::bigint[]) order by id`)).map(({ id }) => id)

/** Visible top-level categories, in order. */
export const topCategories = (
  db: Db,
  { language, mainLanguage }: Pick<Ctx, 'language' | 'mainLanguage'>,
): Promise<{ id: number; title: string }[]> =>
  db.rows(
    sql`select id, coalesce(${localizedSql(sql`title`, language, mainLanguage)}, '') as title from category where parent_id is null and visibled order by "order", id`,
  )
