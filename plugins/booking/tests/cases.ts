import type { Exception, Hours } from '../domain/ranges.ts'
import type { Bookable, Lane, Session } from '../domain/times.ts'

/** A question, and the times it is answered with: "03-08 03:30", with "=08T07:30" the moment too, in UTC. */
export interface Case {
  name: string
  event?: Partial<Bookable>
  hours?: Hours[]
  exceptions?: Exception[]
  lanes?: Lane[]
  sessions?: Session[]
  from: string
  /** The same day when absent. */
  to?: string
  now?: string
  times: string[]
}

const ALL = [1, 2, 3, 4, 5, 6, 7]

export const weekly = (starts: string, ends: string, more: Partial<Hours> = {}): Hours => ({
  weekdays: ALL,
  starts,
  ends,
  since: null,
  until: null,
  ...more,
})
const closed = (day: string): Exception => ({ day, closed: true, starts: null, ends: null })
const other = (day: string, starts: string, ends: string): Exception => ({ day, closed: false, starts, ends })

/** What is booked, from a moment to a moment. */
const booked = (from: string, to: string, more: Partial<Session> = {}): Session => ({
  event_id: 1,
  resource_id: null,
  starts: Date.parse(from),
  busy: { from: Date.parse(from), to: Date.parse(to) },
  taken: 1,
  capacity: 1,
  ...more,
})
const lane = (
  resource_id: number,
  hours: Hours[] = [weekly('00:00', '00:00')],
  exceptions: Exception[] = [],
  zone = 'Asia/Hong_Kong',
): Lane => ({
  resource_id,
  plan: { hours, exceptions, zone },
})

const NY = { zone: 'America/New_York' }
const LONDON = { zone: 'Europe/London' }
const HOWE = { zone: 'Australia/Lord_Howe' }
const KOLKATA = { zone: 'Asia/Kolkata' }
const half = { duration: 30, interval: 30 }

/** 2026-03-02 is a Monday. */
export const cases: Case[] = [
  // Hours of the week
  { name: 'a plain morning', from: '2026-03-02', times: ['03-02 09:00=02T01:00', '03-02 10:00=02T02:00', '03-02 11:00=02T03:00'] },
  { name: 'a weekday that is not among the hours', hours: [weekly('09:00', '12:00', { weekdays: [2] })], from: '2026-03-02', times: [] },
  {
    name: 'Sunday is the seventh',
    hours: [weekly('09:00', '10:00', { weekdays: [7] })],
    from: '2026-03-01',
    to: '2026-03-08',
    times: ['03-01 09:00', '03-08 09:00'],
  },
  {
    name: 'two ranges of one day',
    hours: [weekly('09:00', '10:00'), weekly('14:00', '15:00')],
    from: '2026-03-02',
    times: ['03-02 09:00', '03-02 14:00'],
  },
  {
    name: 'ranges that touch are one',
    hours: [weekly('09:00', '10:00'), weekly('10:00', '12:00')],
    event: { duration: 90, interval: 60 },
    from: '2026-03-02',
    times: ['03-02 09:00', '03-02 10:00'],
  },
  {
    name: 'ranges that overlap are one, and no time comes twice',
    hours: [weekly('09:00', '11:00'), weekly('10:00', '12:00')],
    from: '2026-03-02',
    times: ['03-02 09:00', '03-02 10:00', '03-02 11:00'],
  },
  {
    name: 'ranges with a gap are two',
    hours: [weekly('09:00', '10:00'), weekly('10:05', '11:00')],
    event: { duration: 90 },
    from: '2026-03-02',
    times: [],
  },
  { name: 'a range shorter than the event', hours: [weekly('09:00', '09:45')], from: '2026-03-02', times: [] },
  { name: 'a range exactly as long', hours: [weekly('09:00', '10:00')], from: '2026-03-02', times: ['03-02 09:00'] },
  {
    name: 'hours that hold from a day on',
    hours: [weekly('09:00', '10:00', { since: '2026-03-03' })],
    from: '2026-03-02',
    to: '2026-03-03',
    times: ['03-03 09:00'],
  },
  {
    name: 'hours that hold until a day',
    hours: [weekly('09:00', '10:00', { until: '2026-03-02' })],
    from: '2026-03-02',
    to: '2026-03-03',
    times: ['03-02 09:00'],
  },
  { name: 'no hours at all', hours: [], from: '2026-03-02', times: [] },
  // Grid
  {
    name: 'starts stand on the hour when they are an hour apart',
    hours: [weekly('09:10', '12:00')],
    from: '2026-03-02',
    times: ['03-02 10:00', '03-02 11:00'],
  },
  {
    name: 'and on the half hour',
    hours: [weekly('09:10', '11:00')],
    event: half,
    from: '2026-03-02',
    times: ['03-02 09:30', '03-02 10:00', '03-02 10:30'],
  },
  {
    name: 'three quarters stand on quarters',
    hours: [weekly('09:05', '11:00')],
    event: { duration: 45, interval: 45 },
    from: '2026-03-02',
    times: ['03-02 09:15', '03-02 10:00'],
  },
  {
    name: 'seven minutes stand where the hours begin',
    hours: [weekly('09:01', '09:20')],
    event: { duration: 7, interval: 7 },
    from: '2026-03-02',
    times: ['03-02 09:01', '03-02 09:08'],
  },
  {
    name: 'starts closer than the event is long',
    hours: [weekly('09:00', '11:00')],
    event: { interval: 30 },
    from: '2026-03-02',
    times: ['03-02 09:00', '03-02 09:30', '03-02 10:00'],
  },
  {
    name: 'two hours and a half stand on half hours',
    hours: [weekly('09:15', '15:00')],
    event: { duration: 150, interval: 150 },
    from: '2026-03-02',
    times: ['03-02 09:30', '03-02 12:00'],
  },
  // Nights
  { name: 'an end at 23:59 is midnight', hours: [weekly('22:00', '23:59')], from: '2026-03-02', times: ['03-02 22:00', '03-02 23:00'] },
  { name: 'an end at 00:00 is midnight', hours: [weekly('22:00', '00:00')], from: '2026-03-02', times: ['03-02 22:00', '03-02 23:00'] },
  {
    name: 'a night begins on its own day and goes on into the next',
    hours: [weekly('22:00', '02:00', { weekdays: [1] })],
    from: '2026-03-02',
    to: '2026-03-03',
    times: ['03-02 22:00', '03-02 23:00', '03-03 00:00', '03-03 01:00'],
  },
  {
    name: 'what is left of the night before is of the day that is asked about',
    hours: [weekly('22:00', '02:00', { weekdays: [1] })],
    from: '2026-03-03',
    times: ['03-03 00:00', '03-03 01:00'],
  },
  {
    name: 'an appointment over midnight is of the day it begins on',
    hours: [weekly('23:00', '01:00', { weekdays: [1] })],
    event: { duration: 120 },
    from: '2026-03-02',
    to: '2026-03-03',
    times: ['03-02 23:00'],
  },
  {
    name: 'a night and the morning after touch',
    hours: [weekly('22:00', '00:00'), weekly('00:00', '02:00')],
    event: { duration: 240, interval: 60 },
    from: '2026-03-02',
    times: ['03-02 22:00'],
  },
  {
    name: 'hours of the next day count from its own beginning',
    hours: [weekly('22:00', '02:00', { weekdays: [1] }), weekly('00:00', '02:00', { weekdays: [2] })],
    event: { duration: 45, interval: 45 },
    from: '2026-03-02',
    to: '2026-03-03',
    times: ['03-02 22:00', '03-02 22:45', '03-02 23:30', '03-03 00:00', '03-03 00:45'],
  },
  {
    name: 'three days at once',
    hours: [weekly('00:00', '00:00')],
    event: { duration: 4_320, interval: 1_440 },
    exceptions: [closed('2026-03-06')],
    from: '2026-03-02',
    to: '2026-03-04',
    times: ['03-02 00:00', '03-03 00:00'],
  },
  {
    name: 'the whole day and night',
    hours: [weekly('00:00', '00:00')],
    event: { duration: 720, interval: 720 },
    from: '2026-03-02',
    to: '2026-03-03',
    times: ['03-02 00:00', '03-02 12:00', '03-03 00:00', '03-03 12:00'],
  },
  {
    name: 'a month begins with the night of the one before',
    hours: [weekly('23:00', '01:00')],
    from: '2026-03-01',
    times: ['03-01 00:00', '03-01 23:00'],
  },
  // Other days
  {
    name: 'a day with other hours has those alone',
    exceptions: [other('2026-03-02', '15:00', '16:00')],
    from: '2026-03-02',
    times: ['03-02 15:00'],
  },
  {
    name: 'a day may have several other hours',
    exceptions: [other('2026-03-02', '15:00', '16:00'), other('2026-03-02', '18:00', '19:00')],
    from: '2026-03-02',
    times: ['03-02 15:00', '03-02 18:00'],
  },
  {
    name: 'a day that is closed',
    exceptions: [closed('2026-03-02')],
    from: '2026-03-02',
    to: '2026-03-03',
    times: ['03-03 09:00', '03-03 10:00', '03-03 11:00'],
  },
  {
    name: 'closed is closed, whatever else is said of the day',
    exceptions: [closed('2026-03-02'), other('2026-03-02', '15:00', '16:00')],
    from: '2026-03-02',
    times: [],
  },
  {
    name: 'a closed day cuts off the night before',
    hours: [weekly('22:00', '02:00')],
    exceptions: [closed('2026-03-03')],
    from: '2026-03-02',
    to: '2026-03-03',
    times: ['03-02 00:00', '03-02 01:00', '03-02 22:00', '03-02 23:00'],
  },
  {
    name: 'other hours leave the night before alone',
    hours: [weekly('22:00', '02:00', { weekdays: [1] })],
    exceptions: [other('2026-03-03', '10:00', '11:00')],
    from: '2026-03-03',
    times: ['03-03 00:00', '03-03 01:00', '03-03 10:00'],
  },
  {
    name: 'other hours may last into the next day',
    exceptions: [other('2026-03-02', '23:00', '01:00')],
    hours: [],
    from: '2026-03-03',
    times: ['03-03 00:00'],
  },
  {
    name: 'other hours on a day of no hours',
    hours: [],
    exceptions: [other('2026-03-02', '10:00', '11:00')],
    from: '2026-03-02',
    times: ['03-02 10:00'],
  },
  // What is booked
  {
    name: 'what is booked is gone',
    sessions: [booked('2026-03-02T02:00Z', '2026-03-02T03:00Z')],
    from: '2026-03-02',
    times: ['03-02 09:00', '03-02 11:00'],
  },
  {
    name: 'what overlaps is gone too',
    sessions: [booked('2026-03-02T01:30Z', '2026-03-02T02:30Z')],
    from: '2026-03-02',
    times: ['03-02 11:00'],
  },
  {
    name: 'what touches is not',
    sessions: [booked('2026-03-02T00:00Z', '2026-03-02T01:00Z')],
    from: '2026-03-02',
    times: ['03-02 09:00', '03-02 10:00', '03-02 11:00'],
  },
  {
    name: 'time is kept free before',
    event: { before: 30 },
    sessions: [booked('2026-03-02T00:00Z', '2026-03-02T01:00Z')],
    from: '2026-03-02',
    times: ['03-02 10:00', '03-02 11:00'],
  },
  {
    name: 'time is kept free after',
    event: { after: 15 },
    sessions: [booked('2026-03-02T03:00Z', '2026-03-02T04:00Z')],
    from: '2026-03-02',
    times: ['03-02 09:00'],
  },
  {
    name: 'time that what is booked keeps free',
    sessions: [booked('2026-03-02T02:00Z', '2026-03-02T03:10Z')],
    from: '2026-03-02',
    times: ['03-02 09:00'],
  },
  {
    name: 'a time all of whose bookings were called off',
    sessions: [booked('2026-03-02T02:00Z', '2026-03-02T03:00Z', { taken: 0 })],
    from: '2026-03-02',
    times: ['03-02 09:00', '03-02 10:00', '03-02 11:00'],
  },
  {
    name: 'a time with places left',
    event: { capacity: 5 },
    sessions: [booked('2026-03-02T02:00Z', '2026-03-02T03:00Z', { taken: 4, capacity: 5 })],
    from: '2026-03-02',
    times: ['03-02 09:00', '03-02 10:00', '03-02 11:00'],
  },
  {
    name: 'places of another event do not count where nothing is shared',
    sessions: [booked('2026-03-02T02:00Z', '2026-03-02T03:00Z', { event_id: 2 })],
    from: '2026-03-02',
    times: ['03-02 09:00', '03-02 10:00', '03-02 11:00'],
  },
  // Resources
  { name: 'hours of somebody', lanes: [lane(7, [weekly('10:00', '12:00')])], from: '2026-03-02', times: ['03-02 10:00', '03-02 11:00'] },
  { name: 'a day off of somebody', lanes: [lane(7, [weekly('00:00', '00:00')], [closed('2026-03-02')])], from: '2026-03-02', times: [] },
  {
    name: 'one of two is there',
    lanes: [lane(7, [weekly('09:00', '10:00')]), lane(8, [weekly('11:00', '12:00')])],
    from: '2026-03-02',
    times: ['03-02 09:00', '03-02 11:00'],
  },
  { name: 'nobody is there', lanes: [], from: '2026-03-02', times: [] },
  {
    name: 'somebody is at another event',
    lanes: [lane(7)],
    sessions: [booked('2026-03-02T01:00Z', '2026-03-02T02:30Z', { event_id: 2, resource_id: 7 })],
    from: '2026-03-02',
    times: ['03-02 11:00'],
  },
  {
    name: 'then the other one takes it',
    lanes: [lane(7), lane(8)],
    sessions: [booked('2026-03-02T01:00Z', '2026-03-02T02:30Z', { event_id: 2, resource_id: 7 })],
    from: '2026-03-02',
    times: ['03-02 09:00', '03-02 10:00', '03-02 11:00'],
  },
  {
    name: 'somebody goes by a clock elsewhere',
    lanes: [lane(7, [weekly('09:00', '10:00')], [], 'Asia/Kolkata')],
    hours: [weekly('09:00', '13:00')],
    event: half,
    from: '2026-03-02',
    times: ['03-02 11:30', '03-02 12:00'],
  },
  // Sessions and days
  {
    name: 'sessions begin when the hours begin',
    event: { kind: 'session' },
    hours: [weekly('09:10', '17:00'), weekly('19:00', '20:00')],
    from: '2026-03-02',
    times: ['03-02 09:10', '03-02 19:00'],
  },
  {
    name: 'sessions of several places take place side by side',
    event: { kind: 'session', capacity: 2, duration: 120 },
    hours: [weekly('09:00', '10:00'), weekly('10:00', '11:00')],
    sessions: [booked('2026-03-02T01:00Z', '2026-03-02T03:00Z', { capacity: 2 })],
    from: '2026-03-02',
    times: ['03-02 09:00', '03-02 10:00'],
  },
  {
    name: 'a session that is full',
    event: { kind: 'session' },
    hours: [weekly('09:00', '10:00')],
    sessions: [booked('2026-03-02T01:00Z', '2026-03-02T02:00Z')],
    from: '2026-03-02',
    times: [],
  },
  {
    name: 'sessions in one room, of which one is on',
    event: { kind: 'session', duration: 120, capacity: 9 },
    hours: [weekly('09:00', '10:00'), weekly('10:00', '11:00')],
    lanes: [lane(7)],
    sessions: [booked('2026-03-02T01:00Z', '2026-03-02T03:00Z', { resource_id: 7, capacity: 9 })],
    from: '2026-03-02',
    times: ['03-02 09:00'],
  },
  {
    name: 'days are booked whole',
    event: { kind: 'day' },
    from: '2026-03-02',
    to: '2026-03-03',
    times: ['03-02 00:00=01T16:00', '03-03 00:00=02T16:00'],
  },
  {
    name: 'a day whose hours began is over',
    event: { kind: 'day' },
    now: '2026-03-02T01:30Z',
    from: '2026-03-02',
    to: '2026-03-03',
    times: ['03-03 00:00'],
  },
  // Notice and how far ahead
  {
    name: 'what begins in a moment, with notice of two hours',
    event: { notice: 120 },
    now: '2026-03-02T00:30Z',
    from: '2026-03-02',
    times: ['03-02 11:00'],
  },
  {
    name: 'notice ends exactly',
    event: { notice: 120 },
    now: '2026-03-02T00:00Z',
    from: '2026-03-02',
    times: ['03-02 10:00', '03-02 11:00'],
  },
  {
    name: 'a day of notice',
    event: { notice: 1_440 },
    now: '2026-03-02T01:30Z',
    from: '2026-03-02',
    to: '2026-03-03',
    times: ['03-03 10:00', '03-03 11:00'],
  },
  { name: 'the past', now: '2026-03-09T00:00Z', from: '2026-03-02', times: [] },
  {
    name: 'no further ahead than so many days',
    event: { advance: 1 },
    hours: [weekly('09:00', '10:00')],
    now: '2026-03-02T00:00Z',
    from: '2026-03-01',
    to: '2026-03-31',
    times: ['03-02 09:00', '03-03 09:00'],
  },
  {
    name: 'today alone',
    event: { advance: 0 },
    hours: [weekly('09:00', '10:00')],
    now: '2026-03-02T00:00Z',
    from: '2026-03-02',
    to: '2026-03-05',
    times: ['03-02 09:00'],
  },
  {
    name: 'today is the day of the event, not of the machine',
    event: { advance: 0 },
    hours: [weekly('09:00', '10:00')],
    now: '2026-03-01T17:00Z',
    from: '2026-03-01',
    to: '2026-03-03',
    times: ['03-02 09:00'],
  },
  {
    name: 'a leap day',
    hours: [weekly('09:00', '10:00')],
    from: '2028-02-28',
    to: '2028-03-01',
    event: { advance: 3_000 },
    times: ['02-28 09:00', '02-29 09:00', '03-01 09:00'],
  },
  {
    name: 'no leap day',
    hours: [weekly('09:00', '10:00')],
    from: '2027-02-28',
    to: '2027-03-01',
    event: { advance: 3_000 },
    times: ['02-28 09:00', '03-01 09:00'],
  },
  {
    name: 'a year ends',
    hours: [weekly('23:00', '01:00')],
    from: '2026-12-31',
    to: '2027-01-01',
    times: ['12-31 00:00', '12-31 23:00', '01-01 00:00', '01-01 23:00'],
  },
  // New York, 2026-03-08: at two it is three
  {
    name: 'New York, the day before the clock jumps',
    event: NY,
    from: '2026-03-07',
    hours: [weekly('13:00', '14:00')],
    times: ['03-07 13:00=07T18:00'],
  },
  {
    name: 'New York, the afternoon of the day it jumps',
    event: NY,
    from: '2026-03-08',
    hours: [weekly('13:00', '14:00')],
    times: ['03-08 13:00=08T17:00'],
  },
  {
    name: 'New York, the morning of that day',
    event: NY,
    from: '2026-03-08',
    hours: [weekly('09:00', '10:00')],
    times: ['03-08 09:00=08T13:00'],
  },
  {
    name: 'New York, hours over the jump have one hour less',
    event: NY,
    from: '2026-03-08',
    hours: [weekly('01:00', '04:00')],
    times: ['03-08 01:00=08T06:00', '03-08 03:00=08T07:00'],
  },
  {
    name: 'New York, hours that begin within the jump begin after it',
    event: { ...NY, ...half },
    from: '2026-03-08',
    hours: [weekly('02:30', '04:00')],
    times: ['03-08 03:30=08T07:30'],
  },
  { name: 'New York, hours within the jump', event: { ...NY, ...half }, from: '2026-03-08', hours: [weekly('02:00', '03:00')], times: [] },
  {
    name: 'New York, a night over the jump',
    event: { ...NY, duration: 60, interval: 120 },
    from: '2026-03-08',
    hours: [weekly('22:00', '04:00', { weekdays: [6] })],
    times: ['03-08 00:00=08T05:00', '03-08 03:00=08T07:00'],
  },
  {
    name: 'New York, the autumn: an hour that comes twice is offered once',
    event: NY,
    from: '2026-11-01',
    hours: [weekly('00:00', '03:00')],
    times: ['11-01 00:00=01T04:00', '11-01 01:00=01T05:00', '11-01 02:00=01T07:00'],
  },
  {
    name: 'New York, the afternoon after',
    event: NY,
    from: '2026-11-01',
    hours: [weekly('13:00', '14:00')],
    times: ['11-01 13:00=01T18:00'],
  },
  {
    name: 'New York, hours that begin in the hour that comes twice mean the first',
    event: NY,
    from: '2026-11-01',
    hours: [weekly('01:00', '02:00')],
    times: ['11-01 01:00=01T05:00'],
  },
  {
    name: 'New York, a whole day with 23 hours',
    event: { ...NY, kind: 'day' },
    from: '2026-03-08',
    to: '2026-03-09',
    times: ['03-08 00:00=08T05:00', '03-09 00:00=09T04:00'],
  },
  // London
  {
    name: 'London, the spring',
    event: LONDON,
    from: '2026-03-29',
    hours: [weekly('00:00', '04:00')],
    times: ['03-29 00:00=29T00:00', '03-29 02:00=29T01:00', '03-29 03:00=29T02:00'],
  },
  {
    name: 'London, the afternoon of that day',
    event: LONDON,
    from: '2026-03-29',
    hours: [weekly('14:00', '15:00')],
    times: ['03-29 14:00=29T13:00'],
  },
  {
    name: 'London, the autumn',
    event: LONDON,
    from: '2026-10-25',
    hours: [weekly('00:00', '03:00')],
    times: ['10-25 00:00=24T23:00', '10-25 01:00=25T00:00', '10-25 02:00=25T02:00'],
  },
  {
    name: 'London, the evening of that day',
    event: LONDON,
    from: '2026-10-25',
    hours: [weekly('18:00', '19:00')],
    times: ['10-25 18:00=25T18:00'],
  },
  // Lord Howe: half an hour
  { name: 'Lord Howe, the summer', event: HOWE, from: '2026-01-10', hours: [weekly('09:00', '10:00')], times: ['01-10 09:00=09T22:00'] },
  { name: 'Lord Howe, the winter', event: HOWE, from: '2026-06-10', hours: [weekly('09:00', '10:00')], times: ['06-10 09:00=09T22:30'] },
  {
    name: 'Lord Howe, half an hour is jumped over',
    event: { ...HOWE, ...half },
    from: '2026-10-04',
    hours: [weekly('01:30', '03:00')],
    times: ['10-04 01:30=03T15:00', '10-04 02:30=03T15:30'],
  },
  {
    name: 'Lord Howe, half an hour comes twice',
    event: { ...HOWE, ...half },
    from: '2026-04-05',
    hours: [weekly('01:00', '02:30')],
    times: ['04-05 01:00=04T14:00', '04-05 01:30=04T14:30', '04-05 02:00=04T15:30'],
  },
  {
    name: 'Lord Howe, the afternoon of that day',
    event: HOWE,
    from: '2026-10-04',
    hours: [weekly('13:00', '14:00')],
    times: ['10-04 13:00=04T02:00'],
  },
  // Kolkata
  {
    name: 'Kolkata stands half an hour beside others',
    event: KOLKATA,
    from: '2026-03-02',
    hours: [weekly('09:10', '11:30')],
    times: ['03-02 10:00=02T04:30'],
  },
  {
    name: 'Kolkata knows no summer time',
    event: KOLKATA,
    from: '2026-03-29',
    hours: [weekly('02:00', '03:00')],
    times: ['03-29 02:00=28T20:30'],
  },
]
