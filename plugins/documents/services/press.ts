import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { Failed, projectRoot } from '#core'
import type { PrintedDocument } from '../domain/document.ts'
import { PRINTING_BUSY } from '../errors.ts'
import type { Report } from '../worker/main.ts'

/** Threads that draw at once; the server's own thread is not among them. */
const THREADS = 2
const WAITING = 20
/** A document that takes longer is given up; a long one, when it has shown nothing new for so long. */
const LONGEST_MS = 60_000
/** An idle thread holds the font in memory (about 60 MB), so it goes after a while. */
const IDLE_MS = 30_000

/** How a document is drawn. */
export interface Pressing {
  /** Nobody waits for it at a page. It may take as long as it goes on, and one of its sort is drawn at a time. */
  long?: boolean
  /** Told of every page that was begun, counted from 1. */
  onPage?(page: number): void
}

interface Job extends Pressing {
  document: PrintedDocument
  out: Readable
  begin(): void
}

const idle: Worker[] = []
const waiting: Job[] = []
let busy = 0
let longOnes = 0

/**
 * Draws a document in a thread. The bytes come as they are drawn; destroying the stream stops the drawing.
 * @throws Failed PRINTING_BUSY when many documents wait already.
 */
export function press(document: PrintedDocument, how: Pressing = {}): Readable {
  if (waiting.length >= WAITING) throw new Failed(PRINTING_BUSY)
  let stop = () => {
    const at = waiting.indexOf(job)
    if (at >= 0) waiting.splice(at, 1)
  }
  const out = new Readable({
    read() {},
    destroy(error, done) {
      stop()
      done(error)
    },
  })
  const job: Job = {
    ...how,
    document,
    out,
    begin() {
      stop = run(job)
    },
  }
  waiting.push(job)
  next()
  return out
}

function next(): void {
  if (busy >= THREADS) return
  // Of two threads one stays free for those that people wait for.
  const job = waiting.find(({ long }) => !long || longOnes === 0)
  if (!job) return
  waiting.splice(waiting.indexOf(job), 1)
  busy += 1
  if (job.long) longOnes += 1
  job.begin()
}

/** Gives a job to a thread. Answers what stops it. */
function run({ document, out, long, onPage }: Job): () => void {
  const worker = idle.pop() ?? newWorker()
  let over = false
  const end = (healthy: boolean) => {
    if (over) return
    over = true
    clearTimeout(timer)
    worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit')
    busy -= 1
    if (long) longOnes -= 1
    if (healthy) rest(worker)
    else {
      worker.on('error', () => {})
      void worker.terminate()
    }
    next()
  }
  const fail = (error: Error) => {
    end(false)
    out.destroy(error)
  }
  const timer = setTimeout(() => fail(new Error('A document took too long to draw')), LONGEST_MS)
  worker.on('message', (report: Report) => {
    if (long) timer.refresh()
    if ('bytes' in report) out.push(report.bytes)
    else if ('page' in report) onPage?.(report.page)
    else if ('done' in report) {
      end(true)
      out.push(null)
    } else fail(new Error(`A document could not be drawn: ${report.error}`))
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that drew a document ended')))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(document)
  return () => end(false)
}

/** The thread runs the compiled program, which is always built before the product starts. */
function newWorker(): Worker {
  const worker = new Worker(join(projectRoot(), 'dist/plugins/documents/worker/main.js'), {
    workerData: { font: join(projectRoot(), 'plugins/documents/fonts/noto-sans-sc.ttf') },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    // Flags of the process, such as loaders of tests, are not for it.
    execArgv: [],
  })
  worker.unref()
  return worker
}

function rest(worker: Worker): void {
  const timer = setTimeout(() => {
    const at = idle.indexOf(worker)
    if (at < 0) return
    idle.splice(at, 1)
    void worker.terminate()
  }, IDLE_MS)
  timer.unref()
  idle.push(worker)
}
