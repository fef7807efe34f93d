import { Logger as QueueLogger, run, runOnce, type WorkerEvents } from 'graphile-worker'
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kernel } from '../../core/context.ts'
import { collectJobHandlers } from '../../core/events/job-handlers.ts'
import { isDatabaseAway, queuePool } from './queue-pool.ts'
import { noteWorker, recoverJobs } from './recover.ts'

/** A running worker. */
export interface Worker {
  stop(): Promise<void>
}

/** How often jobs of killed processes are looked for, in milliseconds. */
const recoverEvery = 60_000

/**
 * Jobs are taken several at a time where several are due: one by one, that costs the database more than most of them do. How each ended
 * is written down at once: what the queue writes together it does not write again when the connection is lost.
 */
const BATCHES: GraphileConfig.Preset = { worker: { localQueue: { size: 10 } } }

/** Milliseconds between two attempts to start while the database cannot be reached. */
const RETRY_DELAY = 500

/** Starts taking jobs until stopped, as soon as the database can be reached; jobs at hand are finished first. */
export async function startWorker(kernel: Kernel): Promise<Worker> {
  for (;;) {
    try {
      return await startQueue(kernel)
    } catch (err) {
      if (!isDatabaseAway(err)) throw err
      kernel.log.warn({ err }, 'the worker cannot reach the database yet')
      await sleep(RETRY_DELAY)
    }
  }
}

async function startQueue(kernel: Kernel): Promise<Worker> {
  const process = `stoa worker ${randomBytes(6).toString('hex')}`
  // A pool of its own: queue polling must not wait behind requests, nor they behind jobs.
  const lost = (err: Error) => kernel.log.warn({ err }, 'worker lost a connection')
  const pool = queuePool(kernel.db.url, process, lost)
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    noteWorker(kernel, workerPool.id, process).catch(lost)
  })
  const options = {
    pgPool: pool,
    concurrency: 3,
    noHandleSignals: true,
    pollInterval: 2_000,
    preset: BATCHES,
    taskList: collectJobHandlers(kernel),
    logger: quietLogger(kernel),
    events,
  }
  const runner = await recoverJobs(kernel)
    .then(() => run(options))
    .catch(async (error: unknown) => {
      await pool.end()
      throw error
    })
  const timer = setInterval(() => {
    recoverJobs(kernel).catch(lost)
  }, recoverEvery)
  timer.unref()
  runner.promise.catch((err: unknown) => kernel.log.error({ err }, 'worker stopped'))
  return {
    async stop() {
      clearInterval(timer)
      await runner.stop().catch(() => {})
      await pool.end()
    },
  }
}

/** Runs every job that is due, then returns. For tests and `stoa worker --once`. */
export async function runDueJobs(kernel: Kernel): Promise<void> {
  await kernel.flushPostCommit()
  await recoverJobs(kernel)
  const pool = queuePool(kernel.db.url, 'stoa worker --once', (err) => kernel.log.warn({ err }, 'worker lost a connection'))
  try {
    await runOnce({ pgPool: pool, noHandleSignals: true, taskList: collectJobHandlers(kernel), logger: quietLogger(kernel) })
  } finally {
    // The queue does not wait until it is written down how the last jobs ended; to end its connections does.
    await pool.end()
  }
}

// Payloads are never logged: they may carry what only the database should hold.
function quietLogger(kernel: Kernel) {
  return new QueueLogger(() => (level: string, message: string) => {
    if (level === 'error') kernel.log.error({ part: 'jobs' }, message)
    else if (level === 'warning') kernel.log.warn({ part: 'jobs' }, message)
    else kernel.log.debug({ part: 'jobs' }, message)
  })
}
