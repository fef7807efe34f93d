/** The date in a time zone. */
export const dayOn = (zone: string, at: Date = new Date()): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
