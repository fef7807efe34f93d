import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { shopRoot } from '../root.ts'
import { type FromThread, type ToThread, WINDOW } from './messages.ts'

/** Thrown when the queue of waiting jobs is full. */
export class ThreadsBusy extends Error {}

export interface ThreadPoolOptions {
  /** Module that calls `serveThread`: path from the project root without its extension. Compiled code is run. */
  module: string
  /** Passed to each thread as `workerData`. */
  data?: unknown
  /** Maximum concurrent jobs. */
  threads: number
  /** Maximum number of waiting jobs. */
  waiting: number
  /** Milliseconds without progress after which a thread is terminated. */
  stallMs: number
  /** Heap limit of a thread in MB; a job that needs more fails. */
  memoryMb: number
}

/** An idle thread ends after this time and frees its memory. */
const IDLE_MS = 30_000

/** A job of a pool: an iterator over its outputs. `return` cancels it. */
export interface ThreadJob<O> extends AsyncIterableIterator<O> {
  return(): Promise<IteratorResult<O>>
}

interface Waiting {
  long: boolean
  begin(): void
}

/** Worker threads for CPU-intensive work that would block the event loop. A job that crashes, stalls or exceeds its memory fails alone. */
export class ThreadPool {
  readonly #o: ThreadPoolOptions
  readonly #idle: Worker[] = []
  readonly #waiting: Waiting[] = []
  #busy = 0
  #long = 0

  constructor(options: ThreadPoolOptions) {
    this.#o = options
  }

  /**
   * Starts a job when a thread is free. `long`: no request waits for it, so only one of them runs at a time.
   * @throws ThreadsBusy
   */
  run<I, O>(input: AsyncIterable<I> | Iterable<I>, { long = false }: { long?: boolean } = {}): ThreadJob<O> {
    if (this.#waiting.length >= this.#o.waiting) throw new ThreadsBusy()
    const job = new Job<I, O>(input, this.#o.stallMs)
    const waiting: Waiting = {
      long,
      begin: () => {
        const worker = this.#idle.pop() ?? this.#newWorker()
        job.begin(worker, (isHealthy) => {
          this.#busy--
          if (long) this.#long--
          if (isHealthy) this.#rest(worker)
          else void worker.terminate()
          this.#next()
        })
      },
    }
    job.onStop = () => {
      const at = this.#waiting.indexOf(waiting)
      if (at >= 0) this.#waiting.splice(at, 1)
    }
    this.#waiting.push(waiting)
    this.#next()
    return job
  }

  #next(): void {
    if (this.#busy >= this.#o.threads) return
    // Keeps one thread free for jobs that requests wait for.
    const job = this.#waiting.find(({ long }) => !long || this.#long === 0)
    if (!job) return
    this.#waiting.splice(this.#waiting.indexOf(job), 1)
    this.#busy++
    if (job.long) this.#long++
    job.begin()
  }

  #newWorker(): Worker {
    const worker = new Worker(join(shopRoot(), 'dist', `${this.#o.module}.js`), {
      workerData: this.#o.data,
      resourceLimits: { maxOldGenerationSizeMb: this.#o.memoryMb },
      // Do not inherit flags of the process, such as test loaders.
      execArgv: [],
    })
    // Errors of an idle or terminated thread belong to no job.
    worker.on('error', () => undefined)
    worker.on('exit', () => this.#drop(worker))
    worker.unref()
    return worker
  }

  #rest(worker: Worker): void {
    const timer = setTimeout(() => {
      if (this.#drop(worker)) void worker.terminate()
    }, IDLE_MS)
    timer.unref()
    this.#idle.push(worker)
  }

  #drop(worker: Worker): boolean {
    const at = this.#idle.indexOf(worker)
    if (at >= 0) this.#idle.splice(at, 1)
    return at >= 0
  }
}

/** One job: its input as the thread requests it, its outputs as the reader consumes them. */
class Job<I, O> implements ThreadJob<O> {
  onStop: () => void = () => undefined
  readonly #input: AsyncIterator<I> | Iterator<I>
  readonly #stallMs: number
  readonly #ready: O[] = []
  #worker: Worker | undefined
  #end: ((isHealthy: boolean) => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #isAsking = false
  #outcome: { error?: Error } | undefined
  #wake: (() => void) | undefined

  constructor(input: AsyncIterable<I> | Iterable<I>, stallMs: number) {
    this.#input = Symbol.asyncIterator in input ? input[Symbol.asyncIterator]() : input[Symbol.iterator]()
    this.#stallMs = stallMs
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  begin(worker: Worker, onEnd: (isHealthy: boolean) => void): void {
    this.#worker = worker
    if (this.#wake) worker.ref()
    const receive = (message: FromThread) => this.#receive(message)
    const fail = (error: Error) => this.#finish({ error }, false)
    const exit = () => fail(new Error('The thread of a job ended'))
    worker.on('message', receive).on('error', fail).on('exit', exit)
    this.#end = (isHealthy) => {
      worker.off('message', receive).off('error', fail).off('exit', exit).unref()
      onEnd(isHealthy)
    }
    this.#send({ begin: true })
    this.#watch()
  }

  async next(): Promise<IteratorResult<O>> {
    // Keep the process alive only while a reader waits for the job.
    if (!this.#outcome) this.#worker?.ref()
    while (this.#ready.length === 0 && !this.#outcome) await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#wake = undefined
    if (!this.#outcome) this.#worker?.unref()
    const [piece] = this.#ready.splice(0, 1)
    if (piece !== undefined) {
      if (!this.#outcome) {
        this.#send({ taken: true })
        this.#watch()
      }
      return { value: piece, done: false }
    }
    if (this.#outcome?.error) throw this.#outcome.error
    return { value: undefined, done: true }
  }

  async return(): Promise<IteratorResult<O>> {
    this.#ready.length = 0
    this.onStop()
    this.#finish({}, false)
    return { value: undefined, done: true }
  }

  #receive(message: FromThread): void {
    if ('output' in message) {
      this.#ready.push(message.output as O)
      this.#wake?.()
    } else if ('wants' in message) void this.#give()
    else if ('done' in message) return this.#finish({}, true)
    else return this.#finish({ error: new Error(message.error) }, false)
    this.#watch()
  }

  async #give(): Promise<void> {
    this.#isAsking = true
    try {
      const next = await this.#input.next()
      if (this.#outcome) return
      this.#isAsking = false
      this.#send(next.done ? { end: true } : { input: next.value })
      this.#watch()
    } catch (error) {
      this.#finish({ error: error as Error }, false)
    }
  }

  #send(message: ToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker?.postMessage(message)
  }

  /** A thread that waits for input, or for its output to be consumed, is not stalled. */
  #watch(): void {
    clearTimeout(this.#timer)
    if (this.#isAsking || this.#ready.length >= WINDOW) return
    this.#timer = setTimeout(() => this.#finish({ error: new Error('A job took too long in its thread') }, false), this.#stallMs)
    this.#timer.unref()
  }

  #finish(outcome: { error?: Error }, isHealthy: boolean): void {
    if (this.#outcome) return
    this.#outcome = outcome
    clearTimeout(this.#timer)
    this.#end?.(isHealthy)
    void Promise.resolve(this.#input.return?.()).catch(() => undefined)
    this.#wake?.()
  }
}
