const DAY_MS = 86_400_000

const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`)

/** Adds days to a date. */
export const addDays = (day: string, days: number): string => new Date(noon(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Number of days between two dates. */
export const daysBetween = (from: string, to: string): number => Math.round((noon(to) - noon(from)) / DAY_MS)

/** The date in a time zone. */
export const dayOn = (zone: string, at: Date = new Date()): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
