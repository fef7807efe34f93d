import { type Ctx, type Db, localizedSql, type Sql, sql } from 'stoa'
import type { CategoryRules } from '../domain/check-claim.ts'
import type { MileageRate } from '../domain/expense-amount.ts'

/** A category with its rules. Limits in minor units of the base currency. */
export interface Category extends CategoryRules {
  id: number
  code: string
  /** In the language of the context. */
  title: string
  is_default: boolean
  mileage_rates: MileageRate[]
}

/** Categories `t` that meet a condition, by code. */
export const readCategories = (db: Pick<Db, 'rows'>, ctx: Ctx, condition: Sql): Promise<Category[]> =>
  db.rows<Category>(sql`
    select t.id, t.code, coalesce(${localizedSql(sql`t.title`, ctx.interfaceLanguage ?? ctx.language, ctx.mainLanguage)}, t.code) as title,
      t.enabled as is_enabled, t.is_default, t.limit_item_minor as limit_item, t.limit_day_minor as limit_day, t.limit_month_minor as limit_month,
      t.receipt_required_over_minor as receipt_required_over, r.rates is not null as is_mileage, coalesce(r.rates, '[]') as mileage_rates
    from hr_expense_category t
    left join lateral (select jsonb_agg(jsonb_build_object('effective_from', to_char(m.effective_from, 'YYYY-MM-DD'), 'rate', trim_scale(m.rate)::text)
      order by m.effective_from) as rates from hr_mileage_rate m where m.category_id = t.id) r on true
    where ${condition} order by t.code`)

/** Categories by id, disabled ones too. */
export async function readCategoryMap(db: Pick<Db, 'rows'>, ctx: Ctx, ids?: readonly number[]): Promise<Map<number, Category>> {
  const rows = await readCategories(db, ctx, ids === undefined ? sql`true` : sql`t.id = any(${[...ids]}::bigint[])`)
  return new Map(rows.map((category) => [category.id, category]))
}
