import { MINUTE_MS } from './clock.ts'
import type { Punch, ReasonCode, WorkCalc } from './rules.ts'

/** Working time of a day. Instants are milliseconds, amounts are minutes. */
export interface WorkedTime {
  firstIn: number | null
  lastOut: number | null
  workedMin: number
  breakMin: number
  missing: Extract<ReasonCode, 'missing_in' | 'missing_out'>[]
}

/** The unpaid break of a day, in minutes; `from` and `to` are instants when its time is fixed. */
export interface UnpaidBreak {
  minutes: number
  from: number | null
  to: number | null
}

const toMinutes = (ms: number): number => Math.max(0, Math.floor(ms / MINUTE_MS))

/** Minutes of the break within a span: its overlap when the time is fixed, else all of it, at most the span. */
function getBreakMinutes({ minutes, from, to }: UnpaidBreak, start: number, end: number): number {
  const span = toMinutes(end - start)
  if (from === null || to === null) return Math.min(minutes, span)
  return Math.min(minutes, toMinutes(Math.min(end, to) - Math.max(start, from)))
}

type Directed = Punch & { resolved: 'in' | 'out' }

/** Directions of all punches: an automatic one is an out while an in is open, else an in. */
function resolveDirections<P extends Pick<Punch, 'direction'>>(punches: readonly P[]): (P & Pick<Directed, 'resolved'>)[] {
  let isOpen = false
  return punches.map((punch) => {
    const resolved = punch.direction === 'auto' ? (isOpen ? 'out' : 'in') : punch.direction
    isOpen = resolved === 'in'
    return { ...punch, resolved }
  })
}

/** Whether somebody is in after these punches, which are in order of time. */
export const isInAfter = (punches: readonly Pick<Punch, 'direction'>[]): boolean => resolveDirections(punches).at(-1)?.resolved === 'in'

/** A single automatic punch is an out when it is nearer to the end of the shift than to its start. */
function resolveSingle(punch: Punch, schedule: { start: number; end: number } | null): Directed {
  const isOut =
    punch.direction === 'out' || (punch.direction === 'auto' && schedule !== null && punch.at * 2 > schedule.start + schedule.end)
  return { ...punch, resolved: isOut ? 'out' : 'in' }
}

/** Punches that correct a direction replace the original ones of that direction. */
function preferCorrections(punches: readonly Punch[], direction: 'in' | 'out'): readonly Punch[] {
  const corrections = punches.filter((punch) => punch.isCorrection && punch.direction === direction)
  return corrections.length > 0 ? corrections : punches.filter(({ direction: own }) => own === direction || own === 'auto')
}

/** From the first in to the last out, less the unpaid break. */
function measureFirstLast(punches: readonly Punch[], schedule: { start: number; end: number } | null, pause: UnpaidBreak): WorkedTime {
  const only = punches.length === 1 ? punches[0] : undefined
  const single = only ? resolveSingle(only, schedule) : undefined
  const firstIn = single ? (single.resolved === 'in' ? single.at : null) : (preferCorrections(punches, 'in')[0]?.at ?? null)
  const outs = preferCorrections(punches, 'out').filter(({ at }) => firstIn === null || at > firstIn)
  const lastOut = single ? (single.resolved === 'out' ? single.at : null) : (outs.at(-1)?.at ?? null)
  const missing: WorkedTime['missing'] = [
    ...(firstIn === null ? (['missing_in'] as const) : []),
    ...(lastOut === null ? (['missing_out'] as const) : []),
  ]
  if (firstIn === null || lastOut === null) return { firstIn, lastOut, workedMin: 0, breakMin: 0, missing }
  const breakMin = getBreakMinutes(pause, firstIn, lastOut)
  return { firstIn, lastOut, workedMin: Math.max(0, toMinutes(lastOut - firstIn) - breakMin), breakMin, missing }
}

/** The sum of all pairs of in and out. An in that is followed by another in, and an out without an in, do not count. */
function measurePairs(punches: readonly Punch[], schedule: { start: number; end: number } | null): WorkedTime {
  const only = punches.length === 1 ? punches[0] : undefined
  const directed = only ? [resolveSingle(only, schedule)] : resolveDirections(punches)
  const missing = new Set<WorkedTime['missing'][number]>()
  let open: number | null = null
  let lastEnd: number | null = null
  let worked = 0
  let pauses = 0
  for (const { at, resolved } of directed) {
    if (resolved === 'in') {
      if (open !== null) missing.add('missing_out')
      open = at
    } else if (open === null) missing.add('missing_in')
    else {
      if (lastEnd !== null) pauses += open - lastEnd
      worked += at - open
      lastEnd = at
      open = null
    }
  }
  if (open !== null) missing.add('missing_out')
  return {
    firstIn: directed.find(({ resolved }) => resolved === 'in')?.at ?? null,
    // Without the last out nobody knows when the day ended, so it does not end early.
    lastOut: open === null ? (directed.findLast(({ resolved }) => resolved === 'out')?.at ?? null) : null,
    workedMin: toMinutes(worked),
    breakMin: toMinutes(pauses),
    missing: [...missing],
  }
}

/** Working time from the punches of a day, which are in order of time (specification backoffice 2.6). */
export function measureWork(
  punches: readonly Punch[],
  { calc, schedule, pause }: { calc: WorkCalc; schedule: { start: number; end: number } | null; pause: UnpaidBreak },
): WorkedTime {
  if (punches.length === 0) return { firstIn: null, lastOut: null, workedMin: 0, breakMin: 0, missing: [] }
  return calc === 'pairs' ? measurePairs(punches, schedule) : measureFirstLast(punches, schedule, pause)
}
