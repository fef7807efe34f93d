import { type Ctx, AppError, validationError, NOT_FOUND, sql, systemCtx, message, type Tx, WRONG_STATE } from 'stoa'
import { type UploadedDocument, type UploadedPart, storeUploadedDocument } from 'stoa/plugins/documents'
import { bookingFile } from '../resources/file.ts'

/** Owner name of pending uploads; unclaimed files are deleted after a day. */
const UPLOAD_OWNER = 'booking'
/** Most files of a booking, from customer and staff together, whatever the event's limit. */
const MOST = 40

/** Statuses in which files can change. */
const open: readonly string[] = ['pending', 'approved', 'abnormal', 'present']

/** Attaches an uploaded file to a booking. */
async function attachFile(tx: Tx, as: Ctx, booking: number, brought_by: 'customer' | 'staff', printed: UploadedDocument) {
  tx.invalidate('booking_file')
  await as.kernel.resources.createIn(tx, as, bookingFile, { ...printed, booking_id: booking, brought_by })
}

/** A customer uploads a file for a future booking. @throws AppError INVALID at `file`, WRONG_STATE */
export async function uploadByShopper(ctx: Ctx, booking: number, sent: UploadedPart | undefined): Promise<void> {
  await storeUploadedDocument(ctx, UPLOAD_OWNER, sent, async (tx, printed, as) => {
    // Row lock, so that concurrent uploads are counted one after the other.
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

/** Staff attach a file, which the customer sees on the booking page. @throws AppError INVALID at `file` */
export async function uploadByStaff(ctx: Ctx, booking: number, sent: UploadedPart | undefined): Promise<void> {
  await storeUploadedDocument(ctx, UPLOAD_OWNER, sent, async (tx, printed, as) => {
    if (!(await tx.one(sql`select 1 from booking where id = ${booking} for update`))) throw new AppError(NOT_FOUND)
    const there = await tx.one<{ n: number }>(sql`select count(*)::int as n from booking_file where booking_id = ${booking}`)
    if ((there?.n ?? 0) >= MOST) throw validationError({ file: message('booking:error.files_max', { count: MOST }) })
    await attachFile(tx, as, booking, 'staff', printed)
  })
}

/** Deletes a file: customers their own of a future booking, staff any. @throws AppError NOT_FOUND, WRONG_STATE */
export async function removeFile(ctx: Ctx, booking: number, file: number, by: 'customer' | 'staff'): Promise<void> {
  await ctx.kernel.transaction(async (tx) => {
    const b = await tx.one<{ status: string }>(sql`select status from booking where id = ${booking} for update`)
    const row = await tx.one<{ by: string }>(sql`select brought_by as by from booking_file where id = ${file} and booking_id = ${booking}`)
    if (!b || !row || (by === 'customer' && row.by !== 'customer')) throw new AppError(NOT_FOUND)
    if (by === 'customer' && !open.includes(b.status)) throw new AppError(WRONG_STATE, { file: [message('booking:error.over')] })
    await ctx.kernel.resources.removeIn(tx, systemCtx(ctx.kernel, UPLOAD_OWNER), 'booking_file', file)
  })
}
