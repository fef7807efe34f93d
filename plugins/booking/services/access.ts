import { type Ctx, type Db, AppError, type Locale, NOT_FOUND, sign, sql, verify } from 'stoa'
import { shopLink } from 'stoa/plugins/people'

const PURPOSE = 'booking'

/** Access token of a booking: its signed number. Nothing is stored. */
export const createToken = (ctx: Pick<Ctx, 'kernel'>, number: string): string => `${number}.${sign(ctx.kernel.config, PURPOSE, number)}`

/** The booking number of a token. */
function getNumber(ctx: Ctx, token: string): string | undefined {
  const dot = token.lastIndexOf('.')
  const number = token.slice(0, Math.max(0, dot))
  return dot > 0 && verify(ctx.kernel.config, PURPOSE, number, token.slice(dot + 1)) ? number : undefined
}

/** Link to the page to view, reschedule and cancel a booking. */
export const manageLink = (ctx: Ctx, language: Locale, { number, url }: { number: string; url: string }): string =>
  shopLink(ctx.kernel, language, `/booking/detail/${encodeURIComponent(url)}?token=${encodeURIComponent(createToken(ctx, number))}`)

/** Days after the end of a booking until its links expire. */
const LINK_EXPIRY_DAYS = 30

/** The booking of a token. @throws AppError NOT_FOUND, also for an invalid or expired token */
export async function findByToken(ctx: Ctx, db: Db, token: string): Promise<number> {
  const number = getNumber(ctx, token)
  const row =
    number === undefined
      ? undefined
      : await db.one<{ id: number }>(sql`select id from booking where number = ${number} and status <> 'draft'
          and ends_at > now() - make_interval(days => ${LINK_EXPIRY_DAYS})`)
  if (!row) throw new AppError(NOT_FOUND)
  return row.id
}

/** A booking of the signed-in customer. @throws AppError NOT_FOUND, also for a booking of another customer */
export async function findByOwner(ctx: Ctx, db: Db, id: number): Promise<number> {
  const customer = ctx.actor.kind === 'customer' ? ctx.actor.id : 0
  const row = await db.one<{ id: number }>(sql`select id from booking where id = ${id} and customer_id = ${customer} and status <> 'draft'`)
  if (!row) throw new AppError(NOT_FOUND)
  return row.id
}
