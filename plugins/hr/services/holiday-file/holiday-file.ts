import { addDays, countDays, listDates } from 'stoa'
import { type FileEvent, HolidayFileError, type LineProblem, MOST_EVENTS } from './holiday-event.ts'
import { readIcalJson } from './read-ical-json.ts'
import { readIcs } from './read-ics.ts'

/** Largest holiday file. The government's file of three years has 30 kB. */
export const MOST_BYTES = 512 * 1024
const LONGEST_TITLE = 200
const LONGEST_EVENT = 31

export interface HolidayFile {
  format: 'ics' | 'json'
  /** In the order of the file, one for each date. */
  days: { line: number; date: string; title: string }[]
  errors: { line: number; problem: LineProblem }[]
}

/**
 * Reads a holiday file: iCalendar (RFC 5545), or the JSON of the same shape that the Hong Kong government publishes. Work is linear in
 * the size of the file.
 * @throws HolidayFileError when nothing of it can be used
 */
export function readHolidayFile(bytes: Buffer): HolidayFile {
  if (bytes.length > MOST_BYTES) throw new HolidayFileError('too_large')
  // A byte-order mark, as `latin1` shows it.
  const first = bytes.subarray(0, 200).toString('latin1').replace('\u00ef\u00bb\u00bf', '').trimStart()
  const format = first.startsWith('{') ? 'json' : 'ics'
  if (format === 'ics' && !/^begin:vcalendar/i.test(first)) throw new HolidayFileError('not_calendar')
  return toDays(format, format === 'json' ? readIcalJson(bytes) : readIcs(bytes))
}

function toDays(format: HolidayFile['format'], events: readonly FileEvent[]): HolidayFile {
  const days: HolidayFile['days'] = []
  const errors: HolidayFile['errors'] = []
  const dates = new Set<string>()
  for (const event of events) {
    const checked = checkEvent(event)
    if ('problem' in checked) errors.push({ line: event.line, problem: checked.problem })
    else if (checked.dates.some((date) => dates.has(date))) errors.push({ line: event.line, problem: 'duplicate_date' })
    else
      for (const date of checked.dates) {
        dates.add(date)
        days.push({ line: event.line, date, title: checked.title })
      }
    if (days.length + errors.length > MOST_EVENTS) throw new HolidayFileError('too_many')
  }
  return { format, days, errors }
}

function checkEvent({ start, end, summary }: FileEvent): { problem: LineProblem } | { dates: string[]; title: string } {
  if (start === undefined) return { problem: 'no_date' }
  if (!start.isDate || end?.isDate === false) return { problem: 'date_type' }
  const first = parseDate(start.text)
  if (first === undefined) return { problem: 'bad_date' }
  // The end is exclusive. Some producers repeat the start for a single day.
  const last = end === undefined ? first : parseDate(end.text)
  if (last === undefined) return { problem: 'bad_date' }
  const count = Math.max(1, countDays(first, last) - 1)
  if (last < first || count > LONGEST_EVENT) return { problem: 'end_date' }
  const title = (summary ?? '').replaceAll(/\s+/g, ' ').trim()
  if (title === '') return { problem: 'no_title' }
  if (title.length > LONGEST_TITLE) return { problem: 'long_title' }
  return { dates: listDates(first, addDays(first, count - 1)), title }
}

/** The date of a text such as 20270101; undefined when there is no such day. */
function parseDate(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  if (!year || !month || !day || year < '1970' || year > '2199') return undefined
  const iso = `${year}-${month}-${day}`
  const at = Date.parse(`${iso}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso ? undefined : iso
}
