import { icsDate, icsFold, icsMoment, icsText } from 'stoa/plugins/calendar'
import { toWallTime } from '../domain/clock.ts'

/** A booking as a calendar entry. Times in milliseconds. */
export interface Entry {
  /** Stable identifier by which calendars match updates. */
  uid: string
  /** Increases with every change, so that an old file does not overwrite a new one. */
  sequence: number
  title: string
  text: string
  location: string
  url: string
  starts: number
  ends: number
  /** An all-day entry in this time zone. */
  allDay: boolean
  zone: string
  isCanceled: boolean
  changed: number
}

const iso = (moment: number) => new Date(moment).toISOString()

/** An iCalendar file (RFC 5545) that adds, moves or cancels an entry. Times are in UTC, so no VTIMEZONE is needed. */
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
    `METHOD:${entry.isCanceled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${icsText(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${icsMoment(iso(entry.changed))}`,
    ...times,
    `SUMMARY:${icsText(entry.title)}`,
    ...(entry.text === '' ? [] : [`DESCRIPTION:${icsText(entry.text)}`]),
    ...(entry.location === '' ? [] : [`LOCATION:${icsText(entry.location)}`]),
    `URL:${entry.url}`,
    `STATUS:${entry.isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${icsFold(line)}\r\n`).join('')
}
