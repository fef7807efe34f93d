/** iCalendar serialization (RFC 5545). */

const MOST_OCTETS = 75
const BREAK = '\r\n'

/** Folds a line longer than 75 octets. Does not split a character; continuation lines start with a space. */
export function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MOST_OCTETS) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join(BREAK)
}

// Control characters that TEXT does not allow (all but the tab).
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Escapes a value of type TEXT. */
export const escaped = (value: string): string =>
  value
    .replaceAll(/\r\n|\r/g, '\n')
    .replaceAll(FORBIDDEN, '')
    .replaceAll('\\', '\\\\')
    .replaceAll(';', String.raw`\;`)
    .replaceAll(',', String.raw`\,`)
    .replaceAll('\n', String.raw`\n`)

/** A date-time in UTC: 20261123T013000Z. */
export const moment = (iso: string): string => `${new Date(iso).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

/** A date: 20261123. */
export const date = (day: string): string => day.replaceAll('-', '')

/** An event. Dates and date-times in the format of the API, ends exclusive. */
export interface Event {
  uid: string
  summary: string
  start: string
  end: string | null
  allDay: boolean
  changedAt: string
  sequence: number
  isCanceled: boolean
  category: string
  url: string | null
}

function lines(event: Event, next: (day: string) => string): string[] {
  const { allDay, start, end } = event
  const times = allDay
    ? [`DTSTART;VALUE=DATE:${date(start)}`, `DTEND;VALUE=DATE:${date(end ?? next(start))}`]
    : [`DTSTART:${moment(start)}`, ...(end === null ? [] : [`DTEND:${moment(end)}`])]
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}`,
    `DTSTAMP:${moment(event.changedAt)}`,
    ...times,
    `SUMMARY:${escaped(event.summary)}`,
    `CATEGORIES:${escaped(event.category)}`,
    ...(event.url === null ? [] : [`URL:${event.url}`]),
    `SEQUENCE:${event.sequence}`,
    `LAST-MODIFIED:${moment(event.changedAt)}`,
    `STATUS:${event.isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
    // Entries do not block time, so they are transparent.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** Serializes a calendar. The output does not depend on the current time, so that equal content has an equal ETag. */
export function renderIcs(name: string, events: readonly Event[], next: (day: string) => string): string {
  const all = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stoa//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => lines(event, next)),
    'END:VCALENDAR',
  ]
  return all.map((line) => fold(line) + BREAK).join('')
}
