/**
 * Areas of the IANA time zone database. Names outside of them are left out, because the runtime and PostgreSQL read some of them
 * differently: `AST` is Alaska for one and the Atlantic for the other, and the sign of `+08:00` is reversed.
 */
const AREAS = /^(?:UTC$|(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\/)/

/** Whether a name is a time zone of the IANA database, such as `Asia/Hong_Kong`, or `UTC`. */
export function isTimeZone(name: string): boolean {
  if (!AREAS.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
