import { type Ctx, type Db, AppError, type Locale, NOT_FOUND, sign, sql, verify } from 'stoa'
import { shopLink } from 'stoa/plugins/people'

const PURPOSE = 'application'

/** Access token of one application: a signature of its number, so it is not stored. */
export const getToken = ({ kernel }: Pick<Ctx, 'kernel'>, number: string): string => sign(kernel.config, PURPOSE, number)

/** URL of an application's page, with the access token. */
export const ownLink = (ctx: Pick<Ctx, 'kernel'>, language: Locale, number: string): string =>
  shopLink(ctx.kernel, language, `/service/application/${encodeURIComponent(number)}?token=${encodeURIComponent(getToken(ctx, number))}`)

/** An application of the signed-in customer, or with a valid token. @throws AppError NOT_FOUND for any refusal */
export async function ownApplication(ctx: Ctx, db: Db, number: string, token: string): Promise<number> {
  const customer = ctx.actor.kind === 'customer' ? ctx.actor.id : null
  const hasValidToken = token !== '' && verify(ctx.kernel.config, PURPOSE, number, token)
  const row = await db.one<{ id: number }>(
    sql`select id from application where number = ${number} and applied_at is not null and (${hasValidToken} or customer_id = ${customer}::bigint)`,
  )
  if (!row) throw new AppError(NOT_FOUND)
  return row.id
}
