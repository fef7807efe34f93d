import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox'
import { type Ctx, defineJob, type Kernel, type Locale, extensionPoint, type Tx } from 'stoa'

/** What a run ends with: kept as JSON, told by `said`. */
export type Answer = Record<string, unknown>

/** Who reads of a run, in which language. */
export interface Reader {
  kernel: Kernel
  language: Locale
}

/** A run as its work sees it. */
export interface RunStep<I, C> {
  id: number
  input: I
  /** What the step before left; null at the beginning. */
  cursor: C | null
  done: number
  /**
   * Says how far it is; others see it at once, also while a transaction is open.
   * @throws Stopped once somebody wants it to stop: what the open transaction wrote goes with it.
   */
  tell(done: number, total?: number): void
  /** Whether somebody wants it to stop. */
  cancelled(): boolean
}

/** A step that leaves something to do. */
export interface RunProgress<C> {
  cursor: C
  done: number
  total?: number
}

/** The end of a run, or of a part of it after which somebody decides (`pending`). */
export interface RunOutcome {
  answer: Answer
  /** `completed` when absent. */
  status?: 'completed' | 'pending' | 'canceled'
  done?: number
  total?: number
}

/** Work in steps. Each is a transaction that stores where it is: it happens once, whatever is killed. */
interface InSteps<I, C> {
  step(ctx: Ctx, at: RunStep<I, C> & { tx: Tx }): Promise<RunProgress<C> | RunOutcome>
}

/** Work in one go that opens its own transaction. It may run again after a crash: it has to find what it did already. */
interface InOneGo<I, C> {
  whole(ctx: Ctx, at: RunStep<I, C>): Promise<RunOutcome>
}

/** What is said of a kind of work. */
interface Said<I> {
  /** Permission it needs, asked again before each step. */
  needs?: string | ((input: I) => string)
  /** What it is called, to people. */
  title(reader: Reader, input: I): string
  /** Where it is looked at, a path under /admin. */
  link?(input: I, id: number): string
  /** What came of it, in a line or two. */
  said?(reader: Reader, answer: Answer, input: I): string[]
  /** Of runs with the same word one is under way at a time. */
  lone?(input: I): string
  /** What is kept as its file. */
  file?(input: I): { name: string; mime: string }
  /** Whether there is anything left to do of what was stopped; always when absent. */
  resumable?(answer: Answer | null): boolean
  /** Paths within the answer that lists leave out, for they may be long. */
  unsaid?: readonly (readonly string[])[]
}

export type RunDef<I extends TProperties, C extends TProperties> = {
  name: `${string}/${string}`
  /** Shape of what it is told at the beginning. */
  input: I
  /** Shape of what a step leaves to the next. */
  cursor?: C
  /** Whether it may be stopped where it is; always when absent. */
  stoppable?(cursor: Static<TObject<C>> | null): boolean
} & Said<Static<TObject<I>>> &
  (InSteps<Static<TObject<I>>, Static<TObject<C>>> | InOneGo<Static<TObject<I>>, Static<TObject<C>>>)

/** A kind of work as the machinery sees it: what is stored is held to the shapes before it is handed over. */
export interface AnyRun extends Said<unknown> {
  readonly name: string
  step?(ctx: Ctx, at: RunStep<unknown, unknown> & { tx: Tx }): Promise<RunProgress<unknown> | RunOutcome>
  whole?(ctx: Ctx, at: RunStep<unknown, unknown>): Promise<RunOutcome>
  stoppable?(cursor: unknown): boolean
  /** Why input and cursor do not fit; undefined when they do. */
  problem(held: { input: unknown; cursor: unknown }): string | undefined
}

/** A kind of work with the type of what it is told. */
export interface RunKind<I> extends AnyRun {
  /** Never there. It makes kinds of different input differ for the compiler. */
  readonly takes?: (input: I) => I
}

/** The permission a run of a kind needs. */
export const getRequiredPermission = ({ needs }: AnyRun, input: unknown): string | undefined =>
  typeof needs === 'function' ? needs(input) : needs

/** Declares a kind of long work. It is offered to `RUN_KINDS` by its name. */
export function defineRun<I extends TProperties, C extends TProperties = Record<never, never>>(
  def: RunDef<I, C>,
): RunKind<Static<TObject<I>>> {
  const payload = { input: Type.Object(def.input), cursor: Type.Union([Type.Null(), Type.Object(def.cursor ?? {})]) }
  const { findProblem } = defineJob({ name: def.name, payload })
  // What fits the shapes is of their types, and nothing is handed over that does not.
  return { ...(def as unknown as AnyRun), problem: findProblem }
}

/** Long work plugins can begin, by its name. */
export const RUN_KINDS = extensionPoint<AnyRun>('runs/kinds', {
  description: 'long work with progress, by its name',
  check: ({ step, whole }) => ((step === undefined) === (whole === undefined) ? 'it has to have either steps or one go' : undefined),
})
