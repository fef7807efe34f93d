import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox'
import { createProblemFinder } from '../fields/rules.ts'

/**
 * What can be queued: a name, and the shape of what a job is told. It knows nothing of who does it, so that what a job
 * sets off may queue the job itself.
 */
export interface JobDefinition<P> {
  /** `plugin/job`. It stands in the queue: a new name leaves what the release before has queued undone. */
  readonly name: string
  /** Of waiting jobs with the same key there is one, the latest. */
  key?(payload: P): string
  /** Whether jobs with the same key are never done at the same time. */
  readonly serial?: true
  /** How often it is tried, 10 when absent. */
  readonly attempts?: number
  /** Why a payload does not fit; undefined when it does. */
  findProblem(payload: unknown): string | undefined
}

/** What a job is told: `Told<typeof LETTER>`. */
export type JobPayload<J> = J extends JobDefinition<infer P> ? P : never

/** Declares what can be queued by `tx.enqueue`; the plugin's `jobs` say by `job` what is done then. */
export function defineJob<P extends TProperties>(def: {
  name: `${string}/${string}`
  payload: P
  key?(payload: Static<TObject<P>>): string
  serial?: true
  attempts?: number
}): JobDefinition<Static<TObject<P>>> {
  // What a later release tells beside this harms nobody.
  return { ...def, findProblem: createProblemFinder(Type.Object(def.payload)) }
}
