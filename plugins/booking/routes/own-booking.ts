import { type Ctx, f, AppError, NOT_FOUND, sql } from 'stoa'
import { findByOwner, findByToken } from '../services/access.ts'
import { readViews } from '../services/view.ts'
import type { OwnBooking } from '../api-types.ts'

export const bookingId = f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, says: 'core:rule.not_exists' })

/** A booking by the token of its link, or by id for its signed-in customer. */
export const bookingReference = { token: f.maybe(f.text({ maxLength: 300 })), booking_id: f.maybe(bookingId) }

/** The booking of a reference. @throws AppError NOT_FOUND */
export const findReferenced = (ctx: Ctx, { token, booking_id }: { token: string | null; booking_id: number | null }): Promise<number> =>
  token === null ? findByOwner(ctx, ctx.kernel.db, booking_id ?? 0) : findByToken(ctx, ctx.kernel.db, token)

/** A booking as its owner sees it. @throws AppError NOT_FOUND */
export async function viewBooking(ctx: Ctx, id: number): Promise<OwnBooking> {
  const [found] = await readViews(ctx, sql`b.id = ${id}`, 1)
  if (!found) throw new AppError(NOT_FOUND)
  return found
}
