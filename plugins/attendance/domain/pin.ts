/** Length of a PIN in digits. */
export const PIN_DIGITS = { min: 4, max: 8 } as const

/** Why a PIN is refused: its form, one repeated digit, consecutive digits, or the staff number. */
export type PinProblem = 'pin_digits' | 'pin_same' | 'pin_sequence' | 'pin_staff_no'

const FORM = new RegExp(`^[0-9]{${PIN_DIGITS.min},${PIN_DIGITS.max}}$`)

/** Whether each digit follows the one before it at the same distance: 0 for 1111, 1 for 1234, -1 for 4321. */
const hasSteps = (pin: string, step: number): boolean =>
  [...pin].every((digit, n) => n === 0 || Number(digit) - Number(pin[n - 1]) === step)

/** Why an employee cannot use a PIN; undefined when they can. The digits of the staff number are refused too. */
export function findPinProblem(pin: string, staffNo: string): PinProblem | undefined {
  if (!FORM.test(pin)) return 'pin_digits'
  if (hasSteps(pin, 0)) return 'pin_same'
  if (hasSteps(pin, 1) || hasSteps(pin, -1)) return 'pin_sequence'
  if (pin === staffNo || pin === staffNo.replace(/[^0-9]/g, '')) return 'pin_staff_no'
  return undefined
}

const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
const upper = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())

/**
 * Key under which attempts for a staff number are counted. Only A to Z change case: every spelling that finds an employee must have the
 * same key, which full Unicode case mapping does not guarantee.
 */
export const toStaffNoKey = (staffNo: string): string => lower(staffNo)

/** Spellings under which a typed staff number is looked up, the typed one first. */
export const listStaffNoSpellings = (staffNo: string): string[] => [...new Set([staffNo, upper(staffNo), lower(staffNo)])]
