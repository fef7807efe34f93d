import { type Shape, t } from 'stoa'
import { checkInResults } from './domain/check-in/scan-result.ts'

/** A time of an event for check-in, with the numbers of expected and present guests. */
export const CheckInTime = t.object({
  session: t.id(),
  event: t.id(),
  title: t.text(),
  kind: t.text(),
  zone: t.text(),
  starts_at: t.dateTime(),
  ends_at: t.dateTime(),
  with: t.maybe(t.text('Host or room.')),
  expected: t.int('People.'),
  present: t.int(),
})
export type CheckInTime = Shape<typeof CheckInTime>

export const CheckInTimes = t.object({ data: t.list(CheckInTime) })

export const CheckInDevice = t.object({ id: t.id(), name: t.text() })
export type CheckInDevice = Shape<typeof CheckInDevice>

const seatStatus = t.pick(['pending', 'present', 'absent'])

/** A seat of a booking for check-in. */
export const CheckInSeatView = t.object({
  id: t.id(),
  seat_no: t.int(),
  status: seatStatus,
  at: t.maybe(t.dateTime('Time of check-in.')),
  device: t.maybe(t.text('The device that checked them in.')),
})
export type CheckInSeatView = Shape<typeof CheckInSeatView>

export const CheckInSeats = t.object({ data: t.list(CheckInSeatView) })
export type CheckInSeats = Shape<typeof CheckInSeats>

/** Result of a scan. */
export const CheckInAnswer = t.object({
  id: t.maybe(t.id('ID of the scan; used to undo it.')),
  nonce: t.text(),
  result: t.pick(checkInResults),
  may_override: t.flag('It can be accepted anyway, with a note.'),
  trouble: t.maybe(t.pick(['twice', 'unexpected'])),
  booking: t.maybe(
    t.object({
      id: t.id(),
      number: t.text(),
      name: t.text('Initials only, because others can see the screen.'),
      status: t.text(),
      title: t.text(),
      kind: t.text(),
      zone: t.text(),
      starts_at: t.dateTime(),
      ends_at: t.dateTime(),
      quantity: t.int(),
    }),
  ),
  answers: t.list(t.object({ title: t.text(), answer: t.text() })),
  seat: t.maybe(CheckInSeatView),
  seats: t.list(CheckInSeatView),
  here: t.int('Number of places of the booking that are checked in.'),
  time: t.maybe(CheckInTime),
})
export type CheckInAnswer = Shape<typeof CheckInAnswer>

export const CheckInReplay = t.object({ data: t.list(CheckInAnswer) })
export type CheckInReplay = Shape<typeof CheckInReplay>

export const CheckInUndone = t.object({ seats: t.list(t.id()), time: t.maybe(CheckInTime) })

/** Check-in list of a time that a device stores for offline use. */
export const CheckInList = t.object({
  time: CheckInTime,
  opens: t.int('Minutes before the start from which check-in is open.'),
  closes: t.int('Minutes after the end until which check-in is open.'),
  made_at: t.dateTime(),
  forget_at: t.dateTime('Time after which a device deletes its copy.'),
  seats: t.list(
    t.object({
      id: t.id(),
      booking: t.id(),
      number: t.text(),
      seat_no: t.int(),
      of: t.int(),
      name: t.text('Initials.'),
      status: seatStatus,
      at: t.maybe(t.dateTime()),
      rev: t.int(),
      prints: t.list(t.text()),
      group: t.text('Hash of the code of the whole booking.'),
    }),
  ),
})
export type CheckInList = Shape<typeof CheckInList>

/** Guests found by staff at check-in. */
export const CheckInGuests = t.object({
  data: t.list(
    t.object({ seat: t.id(), booking: t.id(), number: t.text(), name: t.text(), seat_no: t.int(), of: t.int(), status: seatStatus }),
  ),
})
export type CheckInGuests = Shape<typeof CheckInGuests>
