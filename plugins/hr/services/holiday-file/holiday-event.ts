import { decodeUtf8 } from 'stoa'

/** Most events in a file, and most days they last: more than twenty years of public holidays. */
export const MOST_EVENTS = 400

/** An event as it stands in a file. `line` is the line of an iCalendar file, or the position of the event in a JSON file. */
export interface FileEvent {
  line: number
  /** Values as written; undefined when the property is missing. `isDate` is false when the file declares another value type. */
  start: { text: string; isDate: boolean } | undefined
  end: { text: string; isDate: boolean } | undefined
  summary: string | undefined
}

export type LineProblem = 'no_date' | 'date_type' | 'bad_date' | 'end_date' | 'no_title' | 'long_title' | 'duplicate_date'
export type FileProblem = 'too_large' | 'encoding' | 'not_calendar' | 'too_deep' | 'too_many'

/** A file that cannot be read at all. */
export class HolidayFileError extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Decodes UTF-8 without its byte-order mark. @throws HolidayFileError when the bytes are in another encoding */
export function decodeText(bytes: Buffer): string {
  const text = decodeUtf8(bytes)
  if (text === undefined) throw new HolidayFileError('encoding')
  return text
}
