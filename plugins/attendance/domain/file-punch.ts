import { toInstant } from './clock.ts'

/** Problems of a line of a punch file. */
export type LineProblem =
  | 'long_line'
  | 'open_quote'
  | 'no_staff_no'
  | 'bad_time'
  | 'bad_direction'
  | 'no_employee'
  | 'future'
  | 'not_employed'

/** A punch of a file. Its time is that of the clock of the device: `2026-11-30`, minutes and seconds since midnight. */
export interface FilePunch {
  line: number
  staff_no: string
  date: string
  minute: number
  second: number
  direction: 'in' | 'out' | 'auto'
  device_id: string
}

/** The cells of a line by name, without blanks around them. */
export type PunchCells = Readonly<Record<'staff_no' | 'date' | 'time' | 'direction' | 'device_id', string>>

const directions: Readonly<Record<string, FilePunch['direction']>> = {
  '': 'auto',
  auto: 'auto',
  in: 'in',
  out: 'out',
  // States of attendance terminals: in, out, break out, break in, overtime in, overtime out.
  '0': 'in',
  '1': 'out',
  '2': 'out',
  '3': 'in',
  '4': 'in',
  '5': 'out',
}

const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d{1,2}):(\d\d)(?::(\d\d))?$/

/** The punch of a line, or why it is none. */
export function toFilePunch(line: number, { staff_no, date, time, direction, device_id }: PunchCells): FilePunch | LineProblem {
  if (staff_no === '' || staff_no.length > 40) return 'no_staff_no'
  const [, day = '', hour = '', minute = '', second = '0'] = TIME.exec(date === '' ? time : `${date} ${time}`) ?? []
  const at = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day || day < '2000-01-01' || day > '2199-12-31') return 'bad_time'
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return 'bad_time'
  const word = directions[direction]
  if (word === undefined) return 'bad_direction'
  const name = device_id.slice(0, 60)
  return { line, staff_no, date: day, minute: Number(hour) * 60 + Number(minute), second: Number(second), direction: word, device_id: name }
}

/**
 * The instant of a punch, in milliseconds, on the clock of the employee's zone. A time that daylight saving skips is moved forward by the
 * skipped hour; of a time that occurs twice the first one counts, because a log does not say which it was.
 */
export const toPunchInstant = ({ date, minute, second }: FilePunch, zone: string): number => toInstant(date, minute, zone) + second * 1_000
