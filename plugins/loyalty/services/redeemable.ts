import { basic, type Ctx, type Db, extensionSql, type Kernel, localizedSql, sql, type Sql } from 'stoa'
import { getAllowed, pictureOfSql, product, shownSql, stock, stocksSql, variantSql } from 'stoa/plugins/catalogue'

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

type At = Pick<Ctx, 'kernel'>

const getZone = (kernel: Kernel) => kernel.settings.of(basic).time_zone
const startSql = (kernel: Kernel) => extensionSql(kernel, product, 'redeem_start_date', 'p')
const pointsSql = (kernel: Kernel) => sql`greatest(${extensionSql(kernel, stock, 'points_to_redeem', 's')}, 1)`
const limitSql = (kernel: Kernel) => extensionSql(kernel, stock, 'redemption_limit', 's')

/** Whether stock `s` of product `p` is given for points today, on the clock of the business. */
function redeemableSql(kernel: Kernel): Sql {
  const today = sql`(now() at time zone ${getZone(kernel)})::date`
  const [start, end] = [startSql(kernel), extensionSql(kernel, product, 'redeem_end_date', 'p')]
  return sql`(${extensionSql(kernel, product, 'is_redeemable', 'p')} and ${shownSql} and s.visibled and s.deleted_at is null
    and (${start} is null or ${start} <= ${today}) and (${end} is null or ${end} >= ${today}))`
}

/** Those of some stocks that are given for points now. */
export const redeemables = (db: Db, { kernel }: At, stocks: readonly number[]): Promise<Redeemable[]> =>
  readLimits(db, kernel, stocks, redeemableSql(kernel))

/** What some stocks ask for, whether or not they are given for points now: for those who gave them before. */
export const findRedeemed = (db: Db, { kernel }: At, stocks: readonly number[]): Promise<Redeemable[]> =>
  readLimits(db, kernel, stocks, sql`true`)

const readLimits = (db: Db, kernel: Kernel, stocks: readonly number[], where: Sql): Promise<Redeemable[]> =>
  db.rows<Redeemable>(sql`select s.id, ${pointsSql(kernel)} as points, ${limitSql(kernel)} as limit,
      (${startSql(kernel)}::timestamp at time zone ${getZone(kernel)}) as since
    from ${stocksSql} where s.id = any(${[...stocks]}::bigint[]) and ${where} order by s.id`)

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
