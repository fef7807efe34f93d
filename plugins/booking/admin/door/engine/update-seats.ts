import type { CheckInList } from '../../../check-in-api-types.ts'

type Seats = CheckInList['seats']

const here = (seats: Seats): number => seats.filter(({ status }) => status === 'present').length

/** A list with updated seats and the number of guests present. */
export const withSeats = (list: CheckInList, seats: Seats): CheckInList => ({
  ...list,
  seats,
  time: { ...list.time, present: list.time.present + here(seats) - here(list.seats) },
})

/** A list with seats checked in; earlier check-ins keep their time. */
export const letIn = (list: CheckInList, ids: readonly number[], at: string): CheckInList =>
  withSeats(
    list,
    list.seats.map((seat) => (ids.includes(seat.id) && seat.status !== 'present' ? { ...seat, status: 'present', at } : seat)),
  )
