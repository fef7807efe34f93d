import type { Ctx } from '../context.ts'
import type { JobDefinition } from './job-definition.ts'

/** A background job. Delivery is at-least-once: write it idempotently. */
export interface Job {
  readonly name: string
  /** Cron expression in the business time zone. With several processes, one of them runs each occurrence. */
  readonly cron?: string
  /** @throws Error when the payload does not match its shape: an older release may have queued it. */
  run(payload: unknown, ctx: Ctx): Promise<void>
}

/** Declares the handler of a job. */
export const handleJob = <P>(job: JobDefinition<P>, run: (payload: P, ctx: Ctx) => Promise<void>): Job => ({
  name: job.name,
  run: async (payload, ctx) => {
    const problem = job.findProblem(payload)
    if (problem !== undefined) throw new Error(`${job.name} cannot run, the queued payload is invalid: ${problem}`)
    // The shape was checked above.
    await run(payload as P, ctx)
  },
})

/** Declares a scheduled job; it has no payload. */
export const scheduleJob = (name: `${string}/${string}`, every: string, run: (ctx: Ctx) => Promise<void>): Job => ({
  name,
  cron: every,
  run: (_payload, ctx) => run(ctx),
})
