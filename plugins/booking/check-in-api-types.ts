import { type Shape, t } from 'stoa'
import { checkInResults } from './domain/check-in/judge.ts'

/** A time of an event for check-in, with the numbers of expected and present guests. */
export const CheckInTime = t.object({
  session: t.id(),
  event: t.id(),
  title: t.text(),
  kind: t.text(),
  zone: t.text(),
  starts_at: t.dateTime(),
  ends_at: t.dateTime(),
  with: t.maybe(t.text('Whom or what it is with.')),
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
  at: t.maybe(t.dateTime('When somebody came on it.')),
  device: t.maybe(t.text('The device that let them in.')),
})
export type CheckInSeatView = Shape<typeof CheckInSeatView>

export const CheckInSeats = t.object({ data: t.list(CheckInSeatView) })
export type CheckInSeats = Shape<typeof CheckInSeats>

/** Result of a scan. */
export const CheckInAnswer = t.object({
  id: t.maybe(t.id('Of the scan; by it the scan can be taken back.')),
  nonce: t.text(),
  result: t.pick(checkInResults),
  may_override: t.flag('It may be let in all the same, with a note.'),
  trouble: t.maybe(t.pick(['twice', 'unexpected'])),
  booking: t.maybe(
    t.object({
      id: t.id(),
      number: t.text(),
      name: t.text('First letters alone: others look on.'),
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
  here: t.int('So many of the booking are here.'),
  time: t.maybe(CheckInTime),
})
export type CheckInAnswer = Shape<typeof CheckInAnswer>

export const CheckInReplay = t.object({ data: t.list(CheckInAnswer) })
export type CheckInReplay = Shape<typeof CheckInReplay>

export const CheckInUndone = t.object({ seats: t.list(t.id()), time: t.maybe(CheckInTime) })

/** Check-in list of a time that a device stores for offline use. */
export const CheckInList = t.object({
  time: CheckInTime,
  opens: t.int('Minutes before it begins from which people are let in.'),
  closes: t.int('Minutes after its end until when.'),
  made_at: t.dateTime(),
  forget_at: t.dateTime('After this a device keeps nothing of it.'),
  seats: t.list(
    t.object({
      id: t.id(),
      booking: t.id(),
      number: t.text(),
      seat_no: t.int(),
      of: t.int(),
      name: t.text('First letters.'),
      status: seatStatus,
      at: t.maybe(t.dateTime()),
      rev: t.int(),
      prints: t.list(t.text()),
      group: t.text('The print of the code of the whole booking.'),
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
