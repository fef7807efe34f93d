import { Worker } from 'node:worker_threads'
import type { SourcePattern } from './extract.ts'
import { generateSubjects } from './subjects.ts'

/** No single text of at most 20,000 characters may take longer, in milliseconds: so long at most is the event loop to be held. */
export const BOUND_MS = 100
/** A pattern that is not done after so long is stuck. */
const STUCK_MS = 15_000

/** What of some patterns takes too long, and on which text, of at most `longest` characters. A pattern that gets stuck is ended and told as well. */
export async function slowPatterns(patterns: readonly (SourcePattern & { longest?: number | undefined })[]): Promise<string[]> {
  const jobs = patterns.map((pattern) => ({ ...pattern, subjects: generateSubjects(pattern.source) }))
  const slow: string[] = []
  let next = 0
  while (next < jobs.length) {
    const end = await runFrom(jobs, next, (i, text) => slow.push(`${patterns[i]?.place} /${patterns[i]?.source}/ ${text}`))
    next = end + 1
  }
  return slow
}

/** Runs the jobs from one on; answers the last one that was tried. */
function runFrom(jobs: readonly object[], from: number, tell: (job: number, text: string) => void): Promise<number> {
  const worker = new Worker(new URL('worker.mjs', import.meta.url), { workerData: { jobs, from, bound: BOUND_MS } })
  return new Promise((resolve, reject) => {
    let current = from
    let watch: NodeJS.Timeout | undefined
    worker.on('message', (message: { begun?: number; done?: number; slow?: object }) => {
      clearTimeout(watch)
      if (message.slow && message.done !== undefined) tell(message.done, JSON.stringify(message.slow))
      if (message.begun === undefined) return
      current = message.begun
      watch = setTimeout(() => {
        tell(current, 'is stuck')
        void worker.terminate().then(() => resolve(current))
      }, STUCK_MS)
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      clearTimeout(watch)
      resolve(current)
    })
  })
}
