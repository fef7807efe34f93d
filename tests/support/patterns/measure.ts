import { Worker } from 'node:worker_threads'
import type { SourcePattern } from './extract.ts'
import { generateSubjects } from './subjects.ts'

/** Maximum time in milliseconds for any text of up to 20,000 characters: the limit for blocking the event loop. */
export const BOUND_MS = 100
/** Time in milliseconds after which a pattern counts as stuck. */
const STUCK_MS = 15_000

/**
 * Finds slow patterns, each with the text that is slow, of at most `longest` characters. A stuck pattern is terminated and reported too.
 */
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

/** Runs the jobs from one index on, and returns the index of the last one that was tried. */
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
