const MINUTE = 60_000
const DAY = 1_440 * MINUTE
/** Hong Kong's clock: eight hours ahead all year. */
const AHEAD = 8 * 60 * MINUTE

/** Midnight in Hong Kong of the day a moment lies in. */
export const midnight = (when: Date): Date => new Date(Math.floor((when.getTime() + AHEAD) / DAY) * DAY - AHEAD)

/** A moment so many days after a midnight. */
export const moment = (from: Date, day: number, hour: number, minute = 0): Date =>
  new Date(from.getTime() + day * DAY + (hour * 60 + minute) * MINUTE)

/** The next moment at which somebody works, this one included. */
export function workingTime(when: Date): Date {
  const start = midnight(when)
  const minutes = (when.getTime() - start.getTime()) / MINUTE
  const sunday = new Date(when.getTime() + AHEAD).getUTCDay() === 0
  if (!sunday && minutes >= 570 && minutes < 1_110) return when
  // Who waited over night is served in the first hour, one after the other and not all at once.
  const late = when.getTime() % (60 * MINUTE)
  if (!sunday && minutes < 570) return new Date(moment(start, 0, 9, 30).getTime() + late)
  return workingTime(new Date(moment(start, 1, 9, 30).getTime() + late))
}
