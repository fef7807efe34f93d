/** A time zone as a choice: its IANA name, and the name people read. */
export interface TimeZoneChoice {
  value: string
  label: string
}

/** All time zones the browser knows. */
export const timeZones = (): TimeZoneChoice[] =>
  Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') }))

const searchable = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[_/\s]+/g, ' ')
    .trim()

/** The zones whose name holds every word of the query; those with a part that begins with it come first. */
export function matchingZones(zones: readonly TimeZoneChoice[], query: string): TimeZoneChoice[] {
  const wanted = searchable(query)
  const words = wanted.split(' ')
  const found = zones.filter(({ value }) => words.every((word) => searchable(value).includes(word)))
  const begins = ({ value }: TimeZoneChoice) => value.split('/').some((part) => searchable(part).startsWith(wanted))
  return wanted === '' ? found : [...found.filter(begins), ...found.filter((zone) => !begins(zone))]
}

/** What the clock shows there now; nothing for a name the browser does not know. */
export function timeIn(timeZone: string, language: string): string {
  try {
    return new Date().toLocaleTimeString(language, { timeZone, hour: '2-digit', minute: '2-digit' })
  } catch {
    return ''
  }
}
