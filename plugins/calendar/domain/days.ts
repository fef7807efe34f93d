const DAY_MS = 86_400_000

const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`)

/** The day so many days later. */
export const addDays = (day: string, days: number): string => new Date(noon(day) + days * DAY_MS).toISOString().slice(0, 10)

/** How many days lie between two. */
export const daysBetween = (from: string, to: string): number => Math.round((noon(to) - noon(from)) / DAY_MS)

/** The day it is on a clock. */
export const dayOn = (zone: string, at: Date = new Date()): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
