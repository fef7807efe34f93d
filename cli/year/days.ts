const MINUTE = 60_000
const DAY = 1_440 * MINUTE
/** Hong Kong time: UTC+8 all year. */
const AHEAD = 8 * 60 * MINUTE

/** Midnight in Hong Kong of the day of a point in time. */
export const midnight = (date: Date): Date => new Date(Math.floor((date.getTime() + AHEAD) / DAY) * DAY - AHEAD)

/** A point in time some days after a midnight. */
export const moment = (from: Date, day: number, hour: number, minute = 0): Date =>
  new Date(from.getTime() + day * DAY + (hour * 60 + minute) * MINUTE)

/** The next point in time within working hours, itself included. */
export function workingTime(date: Date): Date {
  const start = midnight(date)
  const minutes = (date.getTime() - start.getTime()) / MINUTE
  const isSunday = (day: number) => new Date(moment(start, day, 12).getTime() + AHEAD).getUTCDay() === 0
  if (!isSunday(0) && minutes >= 570 && minutes < 1_110) return date
  let day = minutes < 570 ? 0 : 1
  if (isSunday(day)) day++
  // Work left over night is spread over the first hour.
  return new Date(moment(start, day, 9, 30).getTime() + (date.getTime() % (60 * MINUTE)))
}
