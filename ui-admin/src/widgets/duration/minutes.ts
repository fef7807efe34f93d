/** Minutes as people read them: 90 is "1:30". */
export function clockOf(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** Minutes of what somebody typed: "90", "1:30", "1h 30m"; undefined when it is no length of time. */
export function minutesOf(typed: string): number | undefined {
  const text = typed.trim().toLowerCase()
  if (/^\d{1,6}$/.test(text)) return Number(text)
  const parts = /^(\d{1,5}):([0-5]\d)$/.exec(text) ?? /^(?:(\d{1,5})\s*h)?\s*(?:(\d{1,5})\s*m(?:in)?)?$/.exec(text)
  return parts && text !== '' ? Number(parts[1] ?? 0) * 60 + Number(parts[2] ?? 0) : undefined
}
