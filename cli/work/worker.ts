import { Logger as QueueLogger, run, runOnce, type WorkerEvents } from 'graphile-worker'
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kernel } from '../../core/context.ts'
import { collectJobHandlers } from '../../core/events/job-handlers.ts'
import { isDatabaseUnreachable, queuePool } from './queue-pool.ts'
import { recordWorker, recoverJobs } from './recover.ts'

/** A running worker. */
export interface Worker {
  stop(): Promise<void>
}

/** Interval of the recovery of jobs of killed processes, in milliseconds. */
const recoverEvery = 60_000

/**
 * Jobs are fetched in batches: one by one, fetching costs the database more than most jobs. Results are written one by one, because
 * the library does not retry batched results after a lost connection.
 */
const BATCHES: GraphileConfig.Preset = { worker: { localQueue: { size: 10 } } }

/** Milliseconds between two attempts to start while the database is not reachable. */
const RETRY_DELAY = 500

/** Starts processing jobs as soon as the database is reachable. `stop` waits for running jobs. */
export async function startWorker(kernel: Kernel): Promise<Worker> {
  for (;;) {
    try {
      return await startQueue(kernel)
    } catch (err) {
      if (!isDatabaseUnreachable(err)) throw err
      kernel.log.warn({ err }, 'the worker cannot reach the database yet')
      await sleep(RETRY_DELAY)
    }
  }
}

async function startQueue(kernel: Kernel): Promise<Worker> {
  const process = `stoa worker ${randomBytes(6).toString('hex')}`
  // A separate pool: queue polling must not wait for requests, nor requests for jobs.
  const lost = (err: Error) => kernel.log.warn({ err }, 'worker lost a connection')
  const pool = queuePool(kernel.db.url, process, lost)
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    recordWorker(kernel, workerPool.id, process).catch(lost)
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
    // The library does not wait until the last results are written; ending its connections does.
    await pool.end()
  }
}

// Payloads are never logged: they may be confidential.
function quietLogger(kernel: Kernel) {
  return new QueueLogger(() => (level: string, message: string) => {
    if (level === 'error') kernel.log.error({ part: 'jobs' }, message)
    else if (level === 'warning') kernel.log.warn({ part: 'jobs' }, message)
    else kernel.log.debug({ part: 'jobs' }, message)
  })
}
