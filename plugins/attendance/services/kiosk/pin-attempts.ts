import { AppError, countGuess, type Db, type Kernel, message, resetLimit, TOO_MANY, withdrawGuess } from 'stoa'
import { toStaffNoKey } from '../../domain/pin.ts'

/** Wrong attempts for a staff number: 5 in 15 minutes lock its PIN, and 20 in a day. */
const PIN_LIMIT = { max: 5, seconds: 900, message: 'attendance:error.pin_locked' }
const DAY_LIMIT = { max: 20, seconds: 86_400, message: 'attendance:error.pin_locked_day' }
/** Wrong attempts on a kiosk, whoever makes them. */
const KIOSK_LIMIT = { max: 50, seconds: 900, message: 'attendance:error.kiosk_locked' }

const getKey = (staffNo: string): string => `kiosk pin ${toStaffNoKey(staffNo)}`
const getDayKey = (staffNo: string): string => `${getKey(staffNo)} day`
const getKioskKey = (kioskId: number): string => `kiosk ${kioskId}`

/** An attempt that was counted before the PIN is checked. */
export interface PinAttempt {
  /** A wrong PIN locks: no further attempt is possible. */
  isLast: boolean
  /** The error of a wrong PIN that locks. */
  lockError: AppError
}

/**
 * Counts an attempt before the PIN is checked, so that parallel guesses count too. Staff numbers that nobody has are counted like others.
 * @throws AppError TOO_MANY when the PIN or the kiosk is locked
 */
export async function countPinAttempt(db: Kernel['db'], kioskId: number, staffNo: string): Promise<PinAttempt> {
  await countGuess(db, getKioskKey(kioskId), KIOSK_LIMIT)
  const left = await countGuess(db, getKey(staffNo), PIN_LIMIT)
  const leftToday = await countGuess(db, getDayKey(staffNo), DAY_LIMIT)
  const limit = leftToday === 0 ? DAY_LIMIT : PIN_LIMIT
  return { isLast: left === 0 || leftToday === 0, lockError: new AppError(TOO_MANY, [message(limit.message)]) }
}

/** Takes a right attempt back from the kiosk and clears the counters of the staff number. */
export async function forgetPinAttempts(db: Db, kioskId: number, staffNo: string): Promise<void> {
  await Promise.all([withdrawGuess(db, getKioskKey(kioskId)), unlockPin(db, staffNo)])
}

/** Unlocks the PIN of a staff number. */
export async function unlockPin(db: Db, staffNo: string): Promise<void> {
  for (const key of [getKey(staffNo), getDayKey(staffNo)]) await resetLimit(db, key)
}
