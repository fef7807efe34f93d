import { existsSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds the process was kept from everything else at the longest stretch while work went on, by whomever. */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  loop.reset()
  // Measuring begins with the first tick after a reset.
  await sleep(12)
  await work()
  // The end of a stretch is seen by the first tick after it.
  await sleep(12)
  loop.disable()
  return loop.max / 1e6
}

/** Nanoseconds the main thread of this process was on a processor so far, as Linux counts them. */
const onProcessor = (): number => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1)[0])

/**
 * The same in milliseconds of processor time of the main thread, where the system tells it: on a busy machine a stretch lasts longer by the
 * clock, since others take the processor. What waits without a processor, such as a synchronous read, is not seen.
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

/** The longest stretch of one piece of work. On a busy machine others take the time; then what it took itself is the better witness. */
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
 * How long a piece of work holds the process. A busy machine makes single measurements long, so what looks too long is
 * measured again, and the shortest counts.
 */
export async function measureHold(work: () => Promise<unknown>, enough: number): Promise<number> {
  let best = Infinity
  for (let i = 0; i < 12 && best > enough; i++) best = Math.min(best, await once(work))
  return best
}
