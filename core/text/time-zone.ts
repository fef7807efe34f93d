/**
 * Whether a name is a time zone of the IANA database, such as `Asia/Hong_Kong`. Offsets such as `+08:00` are none: PostgreSQL reads them
 * with the opposite sign.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
