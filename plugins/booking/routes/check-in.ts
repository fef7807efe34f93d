import { type ParsedFields, f, KEY_REUSED, media, NOT_FOUND, route, sendWebManifest, TOO_MANY, WRONG_STATE } from 'stoa'
import { PRINTING_BUSY } from 'stoa/plugins/documents'
import { DEVICE_OFF } from '../errors.ts'
import { booking } from '../resources/booking.ts'
import { checkInResults } from '../domain/check-in/scan-result.ts'
import { replayScans, scanOnline, readTime } from '../services/check-in/answer.ts'
import { findDevice, nameDevice } from '../services/check-in/device.ts'
import { searchGuests } from '../services/check-in/guests.ts'
import { readCheckInList, readCheckInTime, listCheckInTimes } from '../services/check-in/lists.ts'
import { createBadges } from '../services/check-in/printed-codes.ts'
import { listSeats } from '../services/check-in/seats.ts'
import { undoCheckIn } from '../services/check-in/undo.ts'
import {
  CheckInAnswer,
  CheckInDevice,
  CheckInGuests,
  CheckInList,
  CheckInReplay,
  CheckInSeats,
  CheckInTime,
  CheckInTimes,
  CheckInUndone,
} from '../check-in-api-types.ts'

const uuid = f.text({ minLength: 36, maxLength: 36 })
const id = f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, says: 'core:rule.not_exists' })
const session = { session: id }
/** Most seats of one code. */
const MOST_SEATS = 1_000
/** Most offline scans per call. */
const MOST_REPLAYED = 100

/** Fields of a scan, online or offline. */
const scanFields = {
  nonce: uuid,
  code: f.text({ default: '', maxLength: 200 }),
  seat_id: f.maybe(id),
  seats: f.items({ id }, { maxItems: MOST_SEATS, default: [] }),
  event_id: f.maybe(id),
  session_id: f.maybe(id),
  override: f.flag({ default: false }),
  note: f.text({ default: '', maxLength: 300 }),
}

const getScan = ({ seat_id, seats, event_id, session_id, note, ...scan }: ParsedFields<typeof scanFields>) => ({
  ...scan,
  seat: seat_id,
  seats: seats.map((seat) => seat.id),
  target: { event: event_id, session: session_id },
  note: note.trim(),
})

/** Check-in API. */
export const checkInRoutes = [
  route({
    on: 'GET /booking/:id/seats',
    id: 'booking.seats',
    summary: 'Attendance of a booking: each place with check-in time and device',
    needs: 'get booking',
    response: CheckInSeats,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params: { id: bookingId } }) => {
      await kernel.resources.get(ctx, booking, bookingId)
      return { data: await listSeats(ctx, bookingId) }
    },
  }),
  route({
    on: 'GET /booking/door/webmanifest',
    id: 'booking.webmanifest',
    summary: 'Web app manifest of the check-in page',
    needs: 'update booking',
    response: media('application/manifest+json'),
    run: async ({ kernel, ctx, reply }) => {
      const page = '/admin/booking/history/scanner'
      const name = kernel.i18n.t(ctx.language, 'booking:door.app')
      return sendWebManifest(reply, page, `${name} · ${String(kernel.settings.read('basic', ctx.language).name)}`, name)
    },
  }),
  route({
    on: 'POST /booking/device',
    id: 'booking.device',
    summary: 'Register the device that checks people in',
    needs: 'update booking',
    body: { device: uuid, name: f.text({ minLength: 1, maxLength: 60 }) },
    response: CheckInDevice,
    errors: [DEVICE_OFF],
    run: ({ ctx, body }) => nameDevice(ctx, body.device, body.name),
  }),
  route({
    on: 'GET /booking/door',
    id: 'booking.doors',
    summary: 'Sessions with open check-in, with attendance',
    needs: 'update booking',
    response: CheckInTimes,
    run: async ({ ctx }) => ({ data: await listCheckInTimes(ctx) }),
  }),
  route({
    on: 'GET /booking/door/:session',
    id: 'booking.door',
    summary: 'Expected and checked-in people of a session',
    needs: 'update booking',
    params: session,
    response: CheckInTime,
    errors: [NOT_FOUND],
    run: ({ kernel, ctx, params }) => readCheckInTime(ctx, kernel.db, params.session),
  }),
  route({
    on: 'GET /booking/door/:session/list',
    id: 'booking.door_list',
    summary: 'Offline data of a session: hashes of codes, and initials',
    needs: 'update booking',
    params: session,
    query: { device: uuid },
    response: CheckInList,
    errors: [NOT_FOUND, DEVICE_OFF],
    run: async ({ ctx, params, query }) => {
      await findDevice(ctx, query.device)
      return readCheckInList(ctx, params.session)
    },
  }),
  route({
    on: 'GET /booking/door/:session/guest',
    id: 'booking.door_guests',
    summary: 'Search the expected people of a session by name or number',
    needs: 'update booking & get booking',
    params: session,
    query: { q: f.text({ default: '', maxLength: 120 }) },
    response: CheckInGuests,
    run: ({ ctx, params, query }) => searchGuests(ctx, params.session, query.q.trim()),
  }),
  route({
    on: 'GET /booking/door/:session/badges',
    id: 'booking.badges',
    summary: 'Name badges for all people expected at a session',
    needs: 'get booking',
    params: session,
    response: media('application/pdf'),
    errors: [NOT_FOUND, PRINTING_BUSY],
    run: async ({ ctx, params, reply }) =>
      reply
        .type('application/pdf')
        .header('content-disposition', 'attachment; filename="badges.pdf"')
        .send(await createBadges(ctx, params.session)),
  }),
  route({
    on: 'POST /booking/scan',
    id: 'booking.scan',
    summary:
      'Check in by code, or return the reason for refusal; the same scan repeated returns the same result, another scan with its nonce is refused',
    needs: 'update booking',
    body: { device: uuid, ...scanFields },
    response: CheckInAnswer,
    errors: [DEVICE_OFF, TOO_MANY, WRONG_STATE, KEY_REUSED],
    run: ({ ctx, body: { device, ...body } }) => scanOnline(ctx, device, getScan(body)),
  }),
  route({
    on: 'POST /booking/scan/replay',
    id: 'booking.replay',
    summary: 'Synchronize offline check-ins of a device; when two devices checked in the same seat, the earlier one counts',
    needs: 'update booking',
    body: {
      device: uuid,
      scans: f.items({ ...scanFields, at: f.instant(), told: f.maybe(f.pick(checkInResults)) }, { minItems: 1, maxItems: MOST_REPLAYED }),
    },
    response: CheckInReplay,
    errors: [DEVICE_OFF, TOO_MANY, WRONG_STATE, KEY_REUSED],
    run: async ({ ctx, body }) => ({
      data: await replayScans(
        ctx,
        body.device,
        body.scans.map(({ at, told, ...scan }) => ({ ...getScan(scan), at: Date.parse(at), told })),
      ),
    }),
  }),
  route({
    on: 'POST /booking/scan/:id/undo',
    id: 'booking.undo_scan',
    summary: 'Undo a check-in, by the account that made it, within ten minutes',
    needs: 'update booking',
    response: CheckInUndone,
    errors: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params: { id: scanned } }) => {
      const { seats, session: at } = await kernel.transaction((tx) => undoCheckIn(tx, ctx, scanned))
      return { seats, time: await readTime(ctx, at) }
    },
  }),
]
