import type { CheckInList } from '../../../check-in-api-types.ts'

type Seats = CheckInList['seats']

const here = (seats: Seats): number => seats.filter(({ status }) => status === 'present').length

/** A list with what is known of its seats meanwhile, and so many more people there. */
export const withSeats = (list: CheckInList, seats: Seats): CheckInList => ({
  ...list,
  seats,
  time: { ...list.time, present: list.time.present + here(seats) - here(list.seats) },
})

/** A list on which some seats were let in; who came before keeps their moment. */
export const letIn = (list: CheckInList, ids: readonly number[], at: string): CheckInList =>
  withSeats(
    list,
    list.seats.map((seat) => (ids.includes(seat.id) && seat.status !== 'present' ? { ...seat, status: 'present', at } : seat)),
  )
