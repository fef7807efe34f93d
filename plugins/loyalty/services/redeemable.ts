import { basic, type Ctx, type Db, extensionSql, type Kernel, localizedSql, sql, type Sql } from 'stoa'
import { getAllowed, pictureOfSql, product, shownSql, stock, stocksSql, variantSql } from 'stoa/plugins/catalogue'

/** A stock that can be redeemed. */
export interface Redeemable {
  id: number
  /** Points per unit. */
  points: number
  /** Limit per customer within the date range; 0 for unlimited. */
  limit: number
  /** Start of the period that counts towards the limit; null for all time. */
  since: string | null
}

type At = Pick<Ctx, 'kernel'>

const getZone = (kernel: Kernel) => kernel.settings.of(basic).time_zone
const startSql = (kernel: Kernel) => extensionSql(kernel, product, 'redeem_start_date', 'p')
const pointsSql = (kernel: Kernel) => sql`greatest(${extensionSql(kernel, stock, 'points_to_redeem', 's')}, 1)`
const limitSql = (kernel: Kernel) => extensionSql(kernel, stock, 'redemption_limit', 's')

/** Condition that stock `s` of product `p` can be redeemed today, in the time zone of the business. */
function redeemableSql(kernel: Kernel): Sql {
  const today = sql`(now() at time zone ${getZone(kernel)})::date`
  const [start, end] = [startSql(kernel), extensionSql(kernel, product, 'redeem_end_date', 'p')]
  return sql`(${extensionSql(kernel, product, 'is_redeemable', 'p')} and ${shownSql} and s.visibled and s.deleted_at is null
    and (${start} is null or ${start} <= ${today}) and (${end} is null or ${end} >= ${today}))`
}

/** The stocks among these that can be redeemed now. */
export const redeemables = (db: Db, { kernel }: At, stocks: readonly number[]): Promise<Redeemable[]> =>
  readLimits(db, kernel, stocks, redeemableSql(kernel))

/** The redemption terms of stocks, whether or not they can be redeemed now; used for earlier redemptions. */
export const findRedeemed = (db: Db, { kernel }: At, stocks: readonly number[]): Promise<Redeemable[]> =>
  readLimits(db, kernel, stocks, sql`true`)

const readLimits = (db: Db, kernel: Kernel, stocks: readonly number[], where: Sql): Promise<Redeemable[]> =>
  db.rows<Redeemable>(sql`select s.id, ${pointsSql(kernel)} as points, ${limitSql(kernel)} as limit,
      (${startSql(kernel)}::timestamp at time zone ${getZone(kernel)}) as since
    from ${stocksSql} where s.id = any(${[...stocks]}::bigint[]) and ${where} order by s.id`)

/** A redeemable product, as the store shows it. */
export interface RedeemCard {
  product_id: number
  name: string
  url: string
  image: string | null
  stocks: {
    id: number
    points: number
    limit: number
    /** Quantity available; null for unlimited. */
    available: number | null
    image: string | null
    options: { label: string; value: string }[]
  }[]
}

const MOST = 200

/**
 * The products that can be redeemed now, cheapest first; one product when its `url` is given. Empty where products are hidden from the
 * visitor.
 */
export async function listRedeemCards(ctx: Ctx, url: string | null = null): Promise<RedeemCard[]> {
  if (!getAllowed(ctx).price) return []
  const { kernel } = ctx
  const { available, image, options } = variantSql(kernel, ctx, sql`s.id`)
  const points = pointsSql(kernel)
  return kernel.db.rows<RedeemCard>(sql`
    select p.id as product_id, coalesce(${localizedSql(sql`p.name`, ctx.language, ctx.mainLanguage)}, '') as name, p.url, ${pictureOfSql(sql`p.id`)} as image,
      json_agg(json_build_object('id', s.id, 'points', ${points}, 'limit', ${limitSql(kernel)}, 'available', ${available}, 'image', ${image},
        'options', ${options}) order by ${points}, s.id) as stocks
    from ${stocksSql} where ${redeemableSql(kernel)} and (${url}::text is null or p.url = ${url})
    group by p.id order by min(${points}), p.id limit ${MOST}`)
}
