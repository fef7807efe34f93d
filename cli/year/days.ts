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
  const isSunday = (day: number) => new Date(moment(start, day, 12).getTime() + AHEAD).getUTCDay() === 0
  if (!isSunday(0) && minutes >= 570 && minutes < 1_110) return when
  let day = minutes < 570 ? 0 : 1
  if (isSunday(day)) day++
  // Who waited over night is served in the first hour, one after the other and not all at once.
  return new Date(moment(start, day, 9, 30).getTime() + (when.getTime() % (60 * MINUTE)))
}
