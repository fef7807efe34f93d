import { decodeText, type FileEvent, HolidayFileError, MOST_EVENTS } from './holiday-event.ts'

/** Deepest nesting of the JSON. A value type stands at the seventh level. */
const DEEPEST = 12

/** Whether brackets outside texts are nested deeper than allowed. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isText = false
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (isText) {
      if (character === '\\') i++
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === '{' || character === '[') {
      if (++depth > DEEPEST) return true
    } else if (character === '}' || character === ']') depth--
  }
  return false
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])
const toMembers = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** `["20270101", { "value": "DATE" }]`, or the text alone. */
function toDate(value: unknown): FileEvent['start'] {
  const [text, ...parameters] = toList(value)
  if (typeof text !== 'string') return text === undefined ? undefined : { text: '', isDate: false }
  const type = parameters.map((parameter) => toMembers(parameter)['value']).find((found) => found !== undefined)
  return { text: text.trim(), isDate: !text.includes('T') && (type === undefined || String(type).toUpperCase() === 'DATE') }
}

/** The events of a JSON file in the shape of iCalendar. @throws HolidayFileError */
export function readIcalJson(bytes: Buffer): FileEvent[] {
  const text = decodeText(bytes)
  if (isTooDeep(text)) throw new HolidayFileError('too_deep')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new HolidayFileError('not_calendar')
  }
  const calendars = toList(toMembers(parsed)['vcalendar'])
  if (calendars.length === 0) throw new HolidayFileError('not_calendar')
  const events = calendars.flatMap((calendar) => toList(toMembers(calendar)['vevent']))
  if (events.length > MOST_EVENTS) throw new HolidayFileError('too_many')
  return events.map((event, i) => {
    const { dtstart, dtend, summary } = toMembers(event)
    return {
      line: i + 1,
      start: toDate(dtstart),
      end: toDate(dtend),
      summary: typeof summary === 'string' ? summary : undefined,
    }
  })
}
