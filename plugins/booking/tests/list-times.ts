import { listTimes } from '../domain/times.ts'
import { type Case, cases, weekly } from './time-cases.ts'

/** Computes the result of a case, in the format of the case. */
export function runCase({
  event = {},
  hours = [weekly('09:00', '12:00')],
  exceptions = [],
  schedules,
  sessions = [],
  from,
  to = from,
  now,
  times,
}: Case): string[] {
  const slots = listTimes(
    {
      id: 1,
      kind: 'appointment',
      zone: 'Asia/Hong_Kong',
      duration: 60,
      interval: 60,
      capacity: 1,
      notice: 0,
      advance: 400,
      before: 0,
      after: 0,
      hours,
      exceptions,
      ...event,
    },
    schedules ?? [{ resource_id: null, plan: null }],
    sessions,
    { from, to, now: Date.parse(now ?? '2026-01-01T00:00Z') },
  )
  return slots.map(({ day, time, starts }, i) => {
    const short = `${day.slice(5)} ${time}`
    return times[i]?.includes('=') ? `${short}=${new Date(starts).toISOString().slice(8, 16)}` : short
  })
}

// When run as a script, prints the results. The test starts it in another time zone.
if (process.argv[1]?.endsWith('list-times.ts')) process.stdout.write(JSON.stringify(cases.map(runCase)))
