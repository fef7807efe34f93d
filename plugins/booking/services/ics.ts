import { icsDate, icsFold, icsMoment, icsText } from 'stoa/plugins/calendar'
import { toWallTime } from '../domain/clock.ts'

/** A booking as a calendar takes it. Moments in milliseconds. */
export interface Entry {
  /** The same for as long as the booking lives: a calendar knows it by this. */
  uid: string
  /** Counts up with every change, so that an old file does not undo a new one. */
  sequence: number
  title: string
  text: string
  location: string
  url: string
  starts: number
  ends: number
  /** It takes whole days of this clock. */
  allDay: boolean
  zone: string
  gone: boolean
  changed: number
}

const iso = (moment: number) => new Date(moment).toISOString()

/** A file that puts a booking into a calendar, moves it there, or takes it out. Moments stand in UTC, so no clock has to be explained. */
export function icsFile(entry: Entry): string {
  const times = entry.allDay
    ? [
        `DTSTART;VALUE=DATE:${icsDate(toWallTime(entry.starts, entry.zone).day)}`,
        `DTEND;VALUE=DATE:${icsDate(toWallTime(entry.ends, entry.zone).day)}`,
      ]
    : [`DTSTART:${icsMoment(iso(entry.starts))}`, `DTEND:${icsMoment(iso(entry.ends))}`]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stoa//Booking//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${entry.gone ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${icsText(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${icsMoment(iso(entry.changed))}`,
    ...times,
    `SUMMARY:${icsText(entry.title)}`,
    ...(entry.text === '' ? [] : [`DESCRIPTION:${icsText(entry.text)}`]),
    ...(entry.location === '' ? [] : [`LOCATION:${icsText(entry.location)}`]),
    `URL:${entry.url}`,
    `STATUS:${entry.gone ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${icsFold(line)}\r\n`).join('')
}
