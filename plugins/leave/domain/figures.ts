/** Rounds a number of days to thousandths, the precision of the ledger. It removes the error of binary fractions. */
export const roundDays = (days: number): number => Math.round((days + Number.EPSILON) * 1_000) / 1_000 + 0

/** The sum of days, rounded to thousandths. */
export const sumDays = (values: readonly number[]): number => roundDays(values.reduce((sum, days) => sum + days, 0))

/** Days as text for the ledger, such as `-1.5`. */
export const daysText = (days: number): string => String(roundDays(days))
