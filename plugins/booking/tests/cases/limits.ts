import { type Case, weekly } from './kit.ts'

/** Minimum notice and booking horizon. */
export const limits: Case[] = [
  // Minimum notice and booking horizon
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
]
