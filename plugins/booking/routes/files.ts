import { type Ctx, f, AppError, NOT_FOUND, route, sql, t, TOO_MANY, WRONG_STATE } from 'stoa'
import { booking } from '../resources/booking.ts'
import { findByOwner, findByToken } from '../services/access.ts'
import { uploadByShopper, uploadByStaff, removeFile } from '../services/files.ts'
import { readViews } from '../services/view.ts'
import { OwnBooking } from '../api-types.ts'
import { limit } from './limit.ts'

const id = f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, says: 'core:rule.not_exists' })
const bookingReference = { token: f.maybe(f.text({ maxLength: 300 })), booking_id: f.maybe(id) }

/** The booking of a token, or of the signed-in customer by id. */
const bookingIn = (ctx: Ctx, { token, booking_id }: { token: string | null; booking_id: number | null }): Promise<number> =>
  token === null ? findByOwner(ctx, ctx.kernel.db, booking_id ?? 0) : findByToken(ctx, ctx.kernel.db, token)

async function viewed(ctx: Ctx, bookingId: number): Promise<OwnBooking> {
  const [found] = await readViews(ctx, sql`b.id = ${bookingId}`, 1)
  if (!found) throw new AppError(NOT_FOUND)
  return found
}

/** File uploads of customers. */
export const ownFileRoutes = [
  route({
    on: 'POST /booking/upload',
    id: 'booking.bring_file',
    summary: 'Upload a file to an upcoming booking, by the token of its link or as its customer',
    access: 'public',
    body: bookingReference,
    fileFields: ['file'],
    maxFiles: 1,
    response: OwnBooking,
    status: 201,
    errors: [NOT_FOUND, TOO_MANY, WRONG_STATE],
    admit: limit('upload', 30),
    run: async ({ ctx, body, request }) => {
      const bookingId = await bookingIn(ctx, body)
      await uploadByShopper(ctx, bookingId, request.uploads?.get('file'))
      return viewed(ctx, bookingId)
    },
  }),
  route({
    on: 'DELETE /booking/remove',
    id: 'booking.remove_file',
    summary: 'Delete a file the customer uploaded',
    access: 'public',
    body: { ...bookingReference, file_id: id },
    response: OwnBooking,
    errors: [NOT_FOUND, TOO_MANY, WRONG_STATE],
    admit: limit('upload', 30),
    run: async ({ ctx, body }) => {
      const bookingId = await bookingIn(ctx, body)
      await removeFile(ctx, bookingId, body.file_id, 'customer')
      return viewed(ctx, bookingId)
    },
  }),
]

/** File uploads of staff. */
export const staffFileRoutes = [
  route({
    on: 'POST /booking/:id/upload',
    id: 'booking.put_file',
    summary: 'Add a file to a booking; the customer finds it on the booking page',
    needs: 'update booking',
    fileFields: ['file'],
    maxFiles: 1,
    response: t.row('booking'),
    status: 201,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, request }) => {
      await kernel.resources.get(ctx, booking, params.id)
      await uploadByStaff(ctx, params.id, request.uploads?.get('file'))
      return kernel.resources.get(ctx, booking, params.id)
    },
  }),
  route({
    on: 'DELETE /booking/:id/upload/:file',
    id: 'booking.drop_file',
    summary: 'Delete a file of a booking',
    needs: 'update booking',
    params: { file: id },
    response: t.row('booking'),
    errors: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params }) => {
      await kernel.resources.get(ctx, booking, params.id)
      await removeFile(ctx, params.id, params.file, 'staff')
      return kernel.resources.get(ctx, booking, params.id)
    },
  }),
]
