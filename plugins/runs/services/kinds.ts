import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox'
import { type Ctx, defineJob, type Kernel, type Locale, extensionPoint, type Tx } from 'stoa'

/** The result of a job: stored as JSON, described by `said`. */
export type Answer = Record<string, unknown>

/** The reader of a job and their language. */
export interface Reader {
  kernel: Kernel
  language: Locale
}

/** A job as its implementation sees it. */
export interface RunStep<I, C> {
  id: number
  input: I
  /** Cursor of the previous step; null at the start. */
  cursor: C | null
  done: number
  /**
   * Reports progress. It is visible at once, even while the step's transaction is open.
   * @throws Stopped when the job is being stopped; the open transaction is rolled back
   */
  tell(done: number, total?: number): void
  /** Whether the job is being stopped. */
  cancelled(): boolean
}

/** Result of a step that is followed by another. */
export interface RunProgress<C> {
  cursor: C
  done: number
  total?: number
}

/** The end of a job, or of a part that is followed by a decision (`pending`). */
export interface RunOutcome {
  answer: Answer
  /** `completed` when absent. */
  status?: 'completed' | 'pending' | 'canceled'
  done?: number
  total?: number
}

/** A job in steps. Each step is a transaction that stores the cursor, so it happens exactly once, even after a crash. */
interface InSteps<I, C> {
  step(ctx: Ctx, at: RunStep<I, C> & { tx: Tx }): Promise<RunProgress<C> | RunOutcome>
}

/**
 * A job in one piece that opens its own transaction. It may run again after a crash (at-least-once), so it must detect work it has already
 * done.
 */
interface InOneGo<I, C> {
  whole(ctx: Ctx, at: RunStep<I, C>): Promise<RunOutcome>
}

/** Description of a job type. */
interface RunDescription<I> {
  /** Required permission, checked again before each step. */
  needs?: string | ((input: I) => string)
  /** Title for people. */
  title(reader: Reader, input: I): string
  /** Page of the job, a path under /admin. */
  link?(input: I, id: number): string
  /** The result in one or two sentences. */
  said?(reader: Reader, answer: Answer, input: I): string[]
  /** Exclusive key: only one job with the same key runs at a time. */
  lone?(input: I): string
  /** Name and media type of the job's file. */
  file?(input: I): { name: string; mime: string }
  /** Whether a stopped job can be resumed; always when absent. */
  resumable?(answer: Answer | null): boolean
  /** Paths in the result that lists omit, because they may be large. */
  unsaid?: readonly (readonly string[])[]
}

export type RunDef<I extends TProperties, C extends TProperties> = {
  name: `${string}/${string}`
  /** Schema of the input. */
  input: I
  /** Schema of the cursor. */
  cursor?: C
  /** Whether the job can be stopped at this cursor; always when absent. */
  stoppable?(cursor: Static<TObject<C>> | null): boolean
} & RunDescription<Static<TObject<I>>> &
  (InSteps<Static<TObject<I>>, Static<TObject<C>>> | InOneGo<Static<TObject<I>>, Static<TObject<C>>>)

/** A job type without its type parameters. Stored data is validated against the schemas before use. */
export interface AnyRun extends RunDescription<unknown> {
  readonly name: string
  step?(ctx: Ctx, at: RunStep<unknown, unknown> & { tx: Tx }): Promise<RunProgress<unknown> | RunOutcome>
  whole?(ctx: Ctx, at: RunStep<unknown, unknown>): Promise<RunOutcome>
  stoppable?(cursor: unknown): boolean
  /** Validation error of input or cursor; undefined when both are valid. */
  problem(stored: { input: unknown; cursor: unknown }): string | undefined
}

/** A job type with the type of its input. */
export interface RunKind<I> extends AnyRun {
  /** Never set. Makes job types with different inputs incompatible for the compiler. */
  readonly takes?: (input: I) => I
}

/** The permission a job requires. */
export const getRequiredPermission = ({ needs }: AnyRun, input: unknown): string | undefined =>
  typeof needs === 'function' ? needs(input) : needs

/** Defines a job type. Contribute it to `RUN_KINDS` under its name. */
export function defineRun<I extends TProperties, C extends TProperties = Record<never, never>>(
  def: RunDef<I, C>,
): RunKind<Static<TObject<I>>> {
  const payload = { input: Type.Object(def.input), cursor: Type.Union([Type.Null(), Type.Object(def.cursor ?? {})]) }
  const { findProblem } = defineJob({ name: def.name, payload })
  // Data is validated against the schemas before it is passed, so the cast is safe.
  return { ...(def as unknown as AnyRun), problem: findProblem }
}

/** Job types by name. */
export const RUN_KINDS = extensionPoint<AnyRun>('runs/kinds', {
  description: 'background jobs with progress, by name',
  check: ({ step, whole }) => ((step === undefined) === (whole === undefined) ? 'it has to have either steps or one go' : undefined),
})
