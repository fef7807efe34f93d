import { Logger as QueueLogger, makeWorkerUtils, run, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import pg from 'pg'
import { type Kernel, systemCtx } from '../context.ts'
import type { Outbox } from '../db/work.ts'
import type { Registry } from '../plugin/registry.ts'
import type { Events } from './events.ts'
import { noteWorker, recoverJobs } from './recover.ts'

/** Task that runs one plugin's handler of one event. */
const eventTask = (plugin: string, event: string) => `on:${event}:${plugin}`

/** Who is to be told of an event: one task per listening plugin, so that each is retried by itself. */
export function outboxOf(registry: Registry): Pick<Outbox, 'subscribers'> {
  const tasks = new Map([...registry.listeners].map(([event, plugins]) => [event, plugins.map((p) => eventTask(p, event))]))
  return { subscribers: (event) => tasks.get(event) ?? [] }
}

/** Creates or updates the tables of the queue. Safe to run from many processes. */
export async function prepareQueue(url: string): Promise<void> {
  const utils = await makeWorkerUtils({ connectionString: url })
  try {
    await utils.migrate()
  } finally {
    await utils.release()
  }
}

function tasks(kernel: Kernel): TaskList {
  const list: TaskList = {}
  for (const plugin of kernel.registry.plugins) {
    for (const { name, run } of plugin.jobs ?? []) list[name] = (payload) => run(payload, systemCtx(kernel, name))
    for (const event of Object.keys(plugin.on ?? {})) {
      const handler = plugin.on?.[event as keyof Events] as
        | ((payload: unknown, ctx: ReturnType<typeof systemCtx>) => Promise<void>)
        | undefined
      if (handler) list[eventTask(plugin.id, event)] = (payload) => handler(payload, systemCtx(kernel, `${plugin.id} on ${event}`))
    }
  }
  return list
}

/** A running worker. */
export interface Worker {
  stop(): Promise<void>
}

/** How often jobs of killed processes are looked for, in milliseconds. */
const recoverEvery = 60_000

/** Starts taking jobs until stopped; jobs at hand are finished first. */
export async function startWorker(kernel: Kernel): Promise<Worker> {
  const process = `stoa worker ${randomBytes(6).toString('hex')}`
  // A pool of its own: queue polling must not wait behind requests, nor they behind jobs.
  const pool = new pg.Pool({ connectionString: kernel.db.url, max: 5, application_name: process })
  const lost = (err: Error) => kernel.log.warn({ err }, 'worker lost a connection')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    noteWorker(kernel, workerPool.id, process).catch(lost)
  })
  await recoverJobs(kernel)
  const timer = setInterval(() => {
    recoverJobs(kernel).catch(lost)
  }, recoverEvery)
  timer.unref()
  const runner = await run({
    pgPool: pool,
    concurrency: 3,
    noHandleSignals: true,
    pollInterval: 2_000,
    taskList: tasks(kernel),
    logger: quietLogger(kernel),
    events,
  })
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
  await recoverJobs(kernel)
  await runOnce({ connectionString: kernel.db.url, noHandleSignals: true, taskList: tasks(kernel), logger: quietLogger(kernel) })
}

// Payloads are never logged: they may carry what only the database should hold.
function quietLogger(kernel: Kernel) {
  return new QueueLogger(() => (level: string, message: string) => {
    if (level === 'error') kernel.log.error({ part: 'jobs' }, message)
    else if (level === 'warning') kernel.log.warn({ part: 'jobs' }, message)
    else kernel.log.debug({ part: 'jobs' }, message)
  })
}
