import { NOT_FOUND, route, t, TOO_MANY, WRONG_STATE } from 'stoa'
import { booking } from '../resources/booking.ts'
import { uploadByShopper, uploadByStaff, removeFile } from '../services/files.ts'
import { OwnBooking } from '../api-types.ts'
import { limit } from './limit.ts'
import { bookingId, bookingReference, findReferenced, viewBooking } from './own-booking.ts'

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
      const id = await findReferenced(ctx, body)
      await uploadByShopper(ctx, id, request.uploads?.get('file'))
      return viewBooking(ctx, id)
    },
  }),
  route({
    on: 'DELETE /booking/remove',
    id: 'booking.remove_file',
    summary: 'Delete a file the customer uploaded',
    access: 'public',
    body: { ...bookingReference, file_id: bookingId },
    response: OwnBooking,
    errors: [NOT_FOUND, TOO_MANY, WRONG_STATE],
    admit: limit('upload', 30),
    run: async ({ ctx, body }) => {
      const id = await findReferenced(ctx, body)
      await removeFile(ctx, id, body.file_id, 'customer')
      return viewBooking(ctx, id)
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
    params: { file: bookingId },
    response: t.row('booking'),
    errors: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params }) => {
      await kernel.resources.get(ctx, booking, params.id)
      await removeFile(ctx, params.id, params.file, 'staff')
      return kernel.resources.get(ctx, booking, params.id)
    },
  }),
]
