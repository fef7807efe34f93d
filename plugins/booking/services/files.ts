import { type Ctx, AppError, validationError, NOT_FOUND, sql, systemCtx, message, type Tx, WRONG_STATE } from 'stoa'
import { type UploadedDocument, type UploadedPart, storeUploadedDocument } from 'stoa/plugins/documents'
import { bookingFile } from '../resources/file.ts'

/** Under whose name uploads wait: what nobody claims within a day is swept away with all others. */
const KEEPER = 'booking'
/** Of both sides together, whatever the event says: what staff bring is theirs to bound. */
const MOST = 40

/** Those that still change: what is over, or off, keeps the papers it has. */
const open: readonly string[] = ['pending', 'approved', 'abnormal', 'present']

/** Writes a file that was taken in beside a booking. */
async function attachFile(tx: Tx, as: Ctx, booking: number, brought_by: 'customer' | 'staff', printed: UploadedDocument) {
  tx.invalidate('booking_file')
  await as.kernel.resources.createIn(tx, as, bookingFile, { ...printed, booking_id: booking, brought_by })
}

/** A customer brings a file for a booking that lies ahead. @throws Failed INVALID at `file`, WRONG_STATE */
export async function uploadByShopper(ctx: Ctx, booking: number, sent: UploadedPart | undefined): Promise<void> {
  await storeUploadedDocument(ctx, KEEPER, sent, async (tx, printed, as) => {
    // Locked, so that two at once are counted one after the other.
    const b = await tx.one<{ status: string; most: number }>(sql`select b.status, e.files_max as most from booking b
      join event e on e.id = b.event_id where b.id = ${booking} for update of b`)
    if (!b || !open.includes(b.status)) throw new AppError(WRONG_STATE, { file: [message('booking:error.over')] })
    const there = await tx.one<{ n: number }>(
      sql`select count(*)::int as n from booking_file where booking_id = ${booking} and brought_by = 'customer'`,
    )
    if ((there?.n ?? 0) >= b.most) throw validationError({ file: message('booking:error.files_max', { count: b.most }) })
    await attachFile(tx, as, booking, 'customer', printed)
  })
}

/** Staff put a file beside a booking; whoever it is for finds it on their page. @throws Failed INVALID at `file` */
export async function uploadByStaff(ctx: Ctx, booking: number, sent: UploadedPart | undefined): Promise<void> {
  await storeUploadedDocument(ctx, KEEPER, sent, async (tx, printed, as) => {
    if (!(await tx.one(sql`select 1 from booking where id = ${booking} for update`))) throw new AppError(NOT_FOUND)
    const there = await tx.one<{ n: number }>(sql`select count(*)::int as n from booking_file where booking_id = ${booking}`)
    if ((there?.n ?? 0) >= MOST) throw validationError({ file: message('booking:error.files_max', { count: MOST }) })
    await attachFile(tx, as, booking, 'staff', printed)
  })
}

/** Takes a file away: a customer their own of what lies ahead, staff any. @throws Failed NOT_FOUND, WRONG_STATE */
export async function removeFile(ctx: Ctx, booking: number, file: number, by: 'customer' | 'staff'): Promise<void> {
  await ctx.kernel.transaction(async (tx) => {
    const b = await tx.one<{ status: string }>(sql`select status from booking where id = ${booking} for update`)
    const row = await tx.one<{ by: string }>(sql`select brought_by as by from booking_file where id = ${file} and booking_id = ${booking}`)
    if (!b || !row || (by === 'customer' && row.by !== 'customer')) throw new AppError(NOT_FOUND)
    if (by === 'customer' && !open.includes(b.status)) throw new AppError(WRONG_STATE, { file: [message('booking:error.over')] })
    await ctx.kernel.resources.removeIn(tx, systemCtx(ctx.kernel, KEEPER), 'booking_file', file)
  })
}
