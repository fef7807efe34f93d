import { parentPort, workerData } from 'node:worker_threads'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
const tell = (report) => parentPort?.postMessage(report)

/** Repetitions for exponential growth, and lengths in characters for quadratic growth. */
const REPEATS = [14, 18, 21, 24, 27, 30]
const SHORT = 2_000
const LONG = 20_000
const ENDS = ['', '!', '\n!', 'x', '\u0000']

const { jobs, from, bound } = workerData

const once = (pattern, text) => {
  const start = performance.now()
  text.replace(pattern, '')
  return performance.now() - start
}

/** The shortest of several measurements, so that a busy machine causes no false reports. */
const time = (pattern, text) => {
  let best = once(pattern, text)
  for (let i = 0; i < 4 && best > bound; i++) best = Math.min(best, once(pattern, text))
  return best
}

function slowSubject({ source, flags, subjects, longest = LONG }) {
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  for (const { prefix, piece } of subjects)
    for (const end of ENDS) {
      for (const times of REPEATS)
        if (time(pattern, prefix + piece.repeat(times) + end) > bound) return { prefix, piece, end, characters: piece.length * times }
      const repeated = (length) => prefix + piece.repeat(Math.ceil(length / piece.length)) + end
      if (once(pattern, repeated(Math.min(SHORT, longest))) > 0.5 && time(pattern, repeated(longest)) > bound)
        return { prefix, piece, end, characters: longest }
    }
  return undefined
}

for (let i = from; i < jobs.length; i++) {
  tell({ begun: i })
  tell({ done: i, slow: slowSubject(jobs[i]) })
}
