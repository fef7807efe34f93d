import type { Ctx } from '../context.ts'
import type { JobDefinition } from './job-definition.ts'

/** Durable background work. It may run twice: write it so that twice is as good as once. */
export interface Job {
  readonly name: string
  /** Cron expression in the business time zone; one process of many gets each turn. */
  readonly cron?: string
  /** @throws Error in words when the payload is not what the job is told: an older release may have queued it. */
  run(payload: unknown, ctx: Ctx): Promise<void>
}

/** Says what is done when a job's turn comes. */
export const handleJob = <P>(what: JobDefinition<P>, run: (payload: P, ctx: Ctx) => Promise<void>): Job => ({
  name: what.name,
  run: async (payload, ctx) => {
    const problem = what.findProblem(payload)
    if (problem !== undefined) throw new Error(`${what.name} cannot be done, what was queued does not fit: ${problem}`)
    // What fits the shape is of its type.
    await run(payload as P, ctx)
  },
})

/** Says what is done again and again, told nothing. */
export const scheduleJob = (name: `${string}/${string}`, every: string, run: (ctx: Ctx) => Promise<void>): Job => ({
  name,
  cron: every,
  run: (_payload, ctx) => run(ctx),
})
