/** Parses a typed duration to minutes: "90", "1:30", "1h 30m", "2h"; undefined when it is invalid. Also used by the admin. */
export function parseMinutes(typed: string): number | undefined {
  const text = typed.trim().toLowerCase()
  if (/^\d{1,7}$/.test(text)) return Number(text)
  const parts = /^(\d{1,5}):([0-5]\d)$/.exec(text) ?? /^(?:(\d{1,5})\s*h)?\s*(?:(\d{1,5})\s*m(?:in)?)?$/.exec(text)
  return parts && text !== '' ? Number(parts[1] ?? 0) * 60 + Number(parts[2] ?? 0) : undefined
}
