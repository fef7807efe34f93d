/** First day of the month eleven months before a day: the start of a range of twelve months. */
export function yearUpTo(to: string): string {
  const [year = 0, month = 1] = to.split('-').map(Number)
  return new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10)
}
