import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox'
import { createProblemFinder } from '../fields/rules.ts'

/**
 * A queueable job: its name and the shape of its payload. It does not know its handler, so that code the handler calls may queue
 * the job itself.
 */
export interface JobDefinition<P> {
  /** `plugin/job`. The queue stores this name: renaming it leaves jobs queued by the previous release unhandled. */
  readonly name: string
  /** Unique key: of waiting jobs with the same key only the latest remains. */
  key?(payload: P): string
  /** Whether jobs with the same key never run concurrently. */
  readonly serial?: true
  /** Maximum number of attempts, 10 when absent. */
  readonly attempts?: number
  /** Why a payload does not match the shape; undefined when it does. */
  findProblem(payload: unknown): string | undefined
}

/** Payload of a job: `JobPayload<typeof MAIL>`. */
export type JobPayload<J> = J extends JobDefinition<infer P> ? P : never

/** Declares a job for `tx.enqueue`; the plugin's `jobs` name its handler by `handleJob`. */
export function defineJob<P extends TProperties>(def: {
  name: `${string}/${string}`
  payload: P
  key?(payload: Static<TObject<P>>): string
  serial?: true
  attempts?: number
}): JobDefinition<Static<TObject<P>>> {
  // Additional members, written by a later release, are allowed.
  return { ...def, findProblem: createProblemFinder(Type.Object(def.payload)) }
}
