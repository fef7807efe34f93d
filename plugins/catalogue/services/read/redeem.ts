import { basic, type Ctx, type Db, pick, sql, type Sql } from '#core'
import { shownSql } from '../lists/cards.ts'
import { allowed } from './rules.ts'
import { pictureOf, variantSql } from './stock-sql.ts'

/** A stock that is given for points. */
export interface Redeemable {
  id: number
  /** Points for one. */
  points: number
  /** How many one customer may have, within its dates; 0 for any number. */
  limit: number
  /** The first moment that counts towards the limit; null for all time. */
  since: string | null
}

/** Whether product `p` is given for points today, on the clock of the business. */
function redeemableSql({ kernel }: Pick<Ctx, 'kernel'>): Sql {
  const today = sql`(now() at time zone ${kernel.settings.of(basic).time_zone})::date`
  return sql`(p.is_redeemable and ${shownSql} and (p.redeem_start_date is null or p.redeem_start_date <= ${today})
    and (p.redeem_end_date is null or p.redeem_end_date >= ${today}))`
}

/** Those of some stocks that are given for points now. */
export const redeemables = (db: Db, ctx: Pick<Ctx, 'kernel'>, stocks: readonly number[]): Promise<Redeemable[]> =>
  readLimits(db, ctx, stocks, sql`s.visibled and s.deleted_at is null and ${redeemableSql(ctx)}`)

/** What some stocks ask for, whether or not they are given for points now: for those who gave them before. */
export const redeemedOf = (db: Db, ctx: Pick<Ctx, 'kernel'>, stocks: readonly number[]): Promise<Redeemable[]> =>
  readLimits(db, ctx, stocks, sql`true`)

const readLimits = (db: Db, { kernel }: Pick<Ctx, 'kernel'>, stocks: readonly number[], where: Sql): Promise<Redeemable[]> =>
  db.rows<Redeemable>(sql`select s.id, greatest(s.points_to_redeem, 1) as points, s.redemption_limit as limit,
      (p.redeem_start_date::timestamp at time zone ${kernel.settings.of(basic).time_zone}) as since
    from stock s join product p on p.id = s.product_id where s.id = any(${[...stocks]}::bigint[]) and ${where} order by s.id`)

/** A product that is given for points, as the shop shows it. */
export interface RedeemCard {
  product_id: number
  name: string
  url: string
  image: string | null
  stocks: {
    id: number
    points: number
    limit: number
    /** How many there are; null for any number. */
    available: number | null
    image: string | null
    options: { label: string; value: string }[]
  }[]
}

const MOST = 200

/** What is given for points now, cheapest first; of one product when its `url` is given. Nothing where goods are not shown to the visitor. */
export async function redeemCards(ctx: Ctx, url: string | null = null): Promise<RedeemCard[]> {
  if (!allowed(ctx).price) return []
  const s = variantSql(ctx.kernel, ctx, sql`a.id`)
  return ctx.kernel.db.rows<RedeemCard>(sql`
    select p.id as product_id, coalesce(${pick(sql`p.name`, ctx.language, ctx.main)}, '') as name, p.url, ${pictureOf(sql`p.id`)} as image, v.stocks
    from product p join lateral (
      select json_agg(r order by r.points, r.id) as stocks, min(r.points) as least from (
        select s.id, greatest(s.points_to_redeem, 1) as points, s.redemption_limit as "limit", ${s.available} as available, ${s.image} as image,
          ${s.options} as options
        from stock s where s.product_id = p.id and s.visibled and s.deleted_at is null) r) v on v.stocks is not null
    where ${redeemableSql(ctx)} and (${url}::text is null or p.url = ${url}) order by v.least, p.id limit ${MOST}`)
}
