import { existsSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** The longest event loop delay in milliseconds while work runs, whatever its cause. */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  loop.reset()
  // The measurement starts with the first tick after the reset.
  await sleep(12)
  await work()
  // The first tick after a delay records it.
  await sleep(12)
  loop.disable()
  return loop.max / 1e6
}

/** CPU time of the main thread in nanoseconds, from Linux scheduler statistics. */
const onProcessor = (): number => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1)[0])

/**
 * The longest blocking time in CPU milliseconds of the main thread, where the system provides it: on a busy machine the elapsed time is
 * longer, because other processes use the CPU. Waiting without CPU use, such as a synchronous read, is not measured.
 */
export async function longestRun(work: () => Promise<unknown>): Promise<number> {
  if (!existsSync(`/proc/self/task/${process.pid}/schedstat`)) return longestHold(work)
  let longest = 0
  let before = onProcessor()
  const look = () => {
    const now = onProcessor()
    longest = Math.max(longest, now - before)
    before = now
  }
  const timer = setInterval(look, 5)
  await work()
  await sleep(12)
  clearInterval(timer)
  return longest / 1e6
}

/**
 * The longest delay in one run of the work. On a busy machine other processes add to it, so the CPU time of the work is an upper bound.
 */
async function once(work: () => Promise<unknown>): Promise<number> {
  let cpuTime = 0
  const longest = await longestHold(async () => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    cpuTime = (user + system) / 1e3
  })
  return Math.min(longest, cpuTime)
}

/**
 * How long the work blocks the event loop. Single measurements are too long on a busy machine, so a result above `enough` is measured
 * again, and the shortest counts.
 */
export async function measureHold(work: () => Promise<unknown>, enough: number): Promise<number> {
  let best = Infinity
  for (let i = 0; i < 12 && best > enough; i++) best = Math.min(best, await once(work))
  return best
}
