/** A time zone option: IANA name and display name. */
export interface TimeZoneChoice {
  value: string
  label: string
}

/** All time zones that the browser supports. */
export const timeZones = (): TimeZoneChoice[] =>
  Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') }))

const searchable = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[_/\s]+/g, ' ')
    .trim()

/** The time zones that match every word of the query; prefix matches come first. */
export function matchingZones(zones: readonly TimeZoneChoice[], query: string): TimeZoneChoice[] {
  const normalizedQuery = searchable(query)
  const words = normalizedQuery.split(' ')
  const found = zones.filter(({ value }) => words.every((word) => searchable(value).includes(word)))
  const begins = ({ value }: TimeZoneChoice) => value.split('/').some((part) => searchable(part).startsWith(normalizedQuery))
  return normalizedQuery === '' ? found : [...found.filter(begins), ...found.filter((zone) => !begins(zone))]
}

/** Current local time of a time zone; empty for an unknown name. */
export function timeIn(timeZone: string, language: string): string {
  try {
    return new Date().toLocaleTimeString(language, { timeZone, hour: '2-digit', minute: '2-digit' })
  } catch {
    return ''
  }
}
