import { decodeText, type FileEvent, HolidayFileError, MOST_EVENTS } from './holiday-event.ts'

/** Deepest nesting of components that is read: a calendar contains events, and these contain alarms. */
const DEEPEST = 8

interface ContentLine {
  line: number
  text: string
}

/**
 * Logical lines of an iCalendar file with the number of their first line. Lines are folded by octets, so a character can be split: they
 * are joined as bytes (`latin1` keeps each byte) and decoded afterwards.
 */
function unfold(bytes: Buffer): ContentLine[] {
  const logical: { line: number; parts: string[] }[] = []
  for (const [i, raw] of bytes.toString('latin1').split('\n').entries()) {
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    const current = logical.at(-1)
    if (current && (text.startsWith(' ') || text.startsWith('\t'))) current.parts.push(text.slice(1))
    else logical.push({ line: i + 1, parts: [text] })
  }
  return logical.map(({ line, parts }) => ({ line, text: decodeText(Buffer.from(parts.join(''), 'latin1')) }))
}

/** Name, parameters and value of a content line. A colon in a quoted parameter does not end the parameters. */
function splitLine(text: string): { name: string; parameters: string; value: string } | undefined {
  let isQuoted = false
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"') isQuoted = !isQuoted
    else if (text[i] === ':' && !isQuoted) {
      const [name = '', ...parameters] = text.slice(0, i).split(';')
      return { name: name.toUpperCase(), parameters: parameters.join(';').toUpperCase(), value: text.slice(i + 1) }
    }
  }
  return undefined
}

const unescapeText = (value: string): string =>
  value.replaceAll(/\\([\\;,nN])/g, (_, escaped: string) => (escaped.toLowerCase() === 'n' ? ' ' : escaped))

/** A date without a declared type is accepted: eight digits can be nothing else. */
const toDate = ({ parameters, value }: { parameters: string; value: string }) => ({
  text: value.trim(),
  isDate: !value.includes('T') && (!/(^|;)VALUE=/.test(parameters) || /(^|;)VALUE="?DATE"?(;|$)/.test(parameters)),
})

/** The events of an iCalendar file. Unknown properties and components are ignored. @throws HolidayFileError */
export function readIcs(bytes: Buffer): FileEvent[] {
  const events: FileEvent[] = []
  const open: string[] = []
  let event: FileEvent | undefined
  for (const { line, text } of unfold(bytes)) {
    const found = splitLine(text)
    if (!found) continue
    const component = found.value.trim().toUpperCase()
    if (found.name === 'BEGIN') {
      if (open.push(component) > DEEPEST) throw new HolidayFileError('too_deep')
      if (component === 'VEVENT' && open.length === 2) event = { line, start: undefined, end: undefined, summary: undefined }
    } else if (found.name === 'END') {
      if (event && component === 'VEVENT' && open.length === 2) {
        if (events.push(event) > MOST_EVENTS) throw new HolidayFileError('too_many')
        event = undefined
      }
      open.pop()
    } else if (event && open.length === 2) {
      if (found.name === 'DTSTART') event.start = toDate(found)
      else if (found.name === 'DTEND') event.end = toDate(found)
      else if (found.name === 'SUMMARY') event.summary = unescapeText(found.value)
    }
  }
  return events
}
