import { type Case, weekly, half } from './kit.ts'

/** Weekly hours and the grid of start times. 2026-03-02 is a Monday. */
export const hours: Case[] = [
  // Weekly hours
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
  // Start time grid
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
]
