import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../core/app.ts'
import type { BootedProduct } from './boot.ts'
import { recordPresence } from './presence.ts'
import type { Schedules } from '../work/clock.ts'
import type { Worker } from '../work/worker.ts'

/** A listening server. */
export interface Running {
  url: string
  stop(): Promise<void>
}

/** Longest time to wait for requests in progress, in milliseconds. */
const patience = 15_000

/** Starts to listen and, unless this process only answers requests, to run jobs and schedules. */
export async function serve(booted: BootedProduct, app: App): Promise<Running> {
  const { kernel } = booted
  await recordPresence(kernel)
  const url = await app.http.listen({ host: kernel.config.host, port: kernel.config.port })
  let worker: Worker | undefined
  let schedules: Schedules | undefined
  if (kernel.config.worker) {
    const [{ startWorker }, { startSchedules }] = await Promise.all([import('../work/worker.ts'), import('../work/clock.ts')])
    worker = await startWorker(kernel)
    schedules = await startSchedules(kernel)
  }
  const stop = async () => {
    app.http.draining.now = true
    await sleep(kernel.config.drainDelay)
    schedules?.stop()
    await Promise.race([app.http.close(), sleep(patience, undefined, { ref: false })])
    await worker?.stop()
    await booted.close()
  }
  return { url, stop }
}

/**
 * Graceful shutdown on SIGTERM or Ctrl-C: readiness fails, requests in progress finish, connections close. A second signal, or 20
 * seconds, ends the process at once with 1.
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false
  const end = (code: number) => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), 20_000).unref()
    stop().then(
      () => process.exit(code),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  process.on('unhandledRejection', (reason) => {
    process.stderr.write(`Unhandled: ${reason instanceof Error ? reason.stack : String(reason)}\n`)
    end(1)
  })
}
