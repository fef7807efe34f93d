import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox'
import type { Ctx } from '../context.ts'
import { problemOf } from '../fields/rules.ts'

/**
 * What can be queued: a name, and the shape of what a job is told. It knows nothing of who does it, so that what a job
 * sets off may queue the job itself.
 */
export interface Queueable<P> {
  /** `plugin/job`. It stands in the queue: a new name leaves what the release before has queued undone. */
  readonly name: string
  /** Of waiting jobs with the same key there is one, the latest. */
  key?(payload: P): string
  /** How often it is tried, 10 when absent. */
  readonly attempts?: number
  /** Why a payload does not fit; undefined when it does. */
  problem(payload: unknown): string | undefined
}

/** What a job is told: `Told<typeof LETTER>`. */
export type Told<J> = J extends Queueable<infer P> ? P : never

/** Declares what can be queued by `tx.enqueue`; the plugin's `jobs` say by `job` what is done then. */
export function defineJob<P extends TProperties>(def: {
  name: `${string}/${string}`
  payload: P
  key?(payload: Static<TObject<P>>): string
  attempts?: number
}): Queueable<Static<TObject<P>>> {
  // What a later release tells beside this harms nobody.
  return { ...def, problem: problemOf(Type.Object(def.payload)) }
}

/** Durable background work. It may run twice: write it so that twice is as good as once. */
export interface Job {
  readonly name: string
  /** Cron expression in the business time zone; one process of many gets each turn. */
  readonly every?: string
  /** @throws Error in words when the payload is not what the job is told: an older release may have queued it. */
  run(payload: unknown, ctx: Ctx): Promise<void>
}

/** Says what is done when a job's turn comes. */
export const job = <P>(what: Queueable<P>, run: (payload: P, ctx: Ctx) => Promise<void>): Job => ({
  name: what.name,
  run: async (payload, ctx) => {
    const problem = what.problem(payload)
    if (problem !== undefined) throw new Error(`${what.name} cannot be done, what was queued does not fit: ${problem}`)
    // What fits the shape is of its type.
    await run(payload as P, ctx)
  },
})

/** Says what is done again and again, told nothing. */
export const clock = (name: `${string}/${string}`, every: string, run: (ctx: Ctx) => Promise<void>): Job => ({
  name,
  every,
  run: (_payload, ctx) => run(ctx),
})
