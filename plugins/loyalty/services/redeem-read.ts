import { type Ctx, sql } from 'stoa'
import { choiceSql, stocksSql } from 'stoa/plugins/catalogue'
import { personSql } from 'stoa/plugins/people'
import { getCustomerId, orderNumberSql, orderStatusSql, shopperStatus } from 'stoa/plugins/sales'
import type { OwnRedemption, RedeemableList } from '../api-types.ts'
import { readSpendable } from './account.ts'
import { sumRedeemed } from './redeem.ts'
import { listRedeemCards, findRedeemed } from './redeemable.ts'

/** The products that can be redeemed, with the remaining limit of the signed-in customer; one product when its `url` is given. */
export async function listRedeemable(ctx: Ctx, url: string | null): Promise<RedeemableList> {
  const { db } = ctx.kernel
  const customer = getCustomerId(ctx)
  const cards = await listRedeemCards(ctx, url)
  if (customer === null)
    return {
      points: null,
      data: cards.map((card) => ({ ...card, stocks: card.stocks.map((s) => ({ ...s, left: s.limit > 0 ? s.limit : null })) })),
    }
  const person = personSql(sql`${customer}::bigint`)
  const goods = await findRedeemed(
    db,
    ctx,
    cards.flatMap(({ stocks }) => stocks.filter(({ limit }) => limit > 0).map(({ id }) => id)),
  )
  const [redeemedCounts, ownPoints] = await Promise.all([
    sumRedeemed(db, person, goods),
    db.one<{ points: number }>(sql`select ${readSpendable(person)} as points`),
  ])
  return {
    points: ownPoints?.points ?? 0,
    data: cards.map((card) => ({
      ...card,
      stocks: card.stocks.map((s) => ({ ...s, left: s.limit > 0 ? Math.max(0, s.limit - (redeemedCounts.get(s.id) ?? 0)) : null })),
    })),
  }
}

const PAGE = 50

/** The redemptions of a customer, newest first. */
export async function ownRedemptions(ctx: Ctx, customer: number): Promise<OwnRedemption[]> {
  const rows = await ctx.kernel.db.rows<Omit<OwnRedemption, 'status_label'>>(sql`select r.id, r.quantity, r.points, r.created_at,
      ${orderNumberSql(sql`r.order_id`)} as order_number, ${orderStatusSql(sql`r.order_id`)} as status, r.returned_at is not null as returned,
      coalesce((select coalesce(p.name->>${ctx.language}, p.name->>${ctx.mainLanguage}) from ${stocksSql} where s.id = r.stock_id), '') as name,
      coalesce((select ${choiceSql(ctx)} from ${stocksSql} where s.id = r.stock_id), '') as options
    from redemption r where r.person_id = ${personSql(sql`${customer}::bigint`)} order by r.id desc limit ${PAGE}`)
  return rows.map((row) => ({ ...row, status_label: shopperStatus(ctx, row.status) }))
}
