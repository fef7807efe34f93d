import { type Ctx, type Db, AppError, type Locale, NOT_FOUND, sign, sql, type Tx, verify } from 'stoa'
import { shopLink } from 'stoa/plugins/people'

const PURPOSE = 'booking waiting'

/** Access token of a waiting list entry: its signed id. */
export const waitToken = (ctx: Pick<Ctx, 'kernel'>, id: number): string => `${id}.${sign(ctx.kernel.config, PURPOSE, String(id))}`

/** Link to accept or decline an offer. */
export const waitLink = (ctx: Ctx, language: Locale, id: number): string =>
  shopLink(ctx.kernel, language, `/booking/waiting?token=${encodeURIComponent(waitToken(ctx, id))}`)

/** The waiting list entry of a token. @throws AppError NOT_FOUND, also for an invalid token */
export async function findByWaitToken(ctx: Ctx, db: Db | Tx, token: string): Promise<number> {
  const [, id, signature] = /^(\d{1,15})\.([\w-]+)$/.exec(token) ?? []
  if (id && signature && verify(ctx.kernel.config, PURPOSE, id, signature)) {
    const row = await db.one<{ id: number }>(sql`select id from booking_waitlist where id = ${Number(id)} and email <> ''`)
    if (row) return row.id
  }
  throw new AppError(NOT_FOUND)
}
