import type { Ctx } from '../../core/context.ts'
import type { SeededRandom } from './random.ts'

export type { SeededRandom } from './random.ts'

declare module '../../core/context.ts' {
  interface Ctx {
    /** Set while `stoa seed year` runs: plugins plan their part of the history with it. */
    readonly year?: YearPlan
  }
}

/** An event of the sample history. The context has all permissions. */
export type Scenario = (ctx: Ctx) => Promise<unknown>

/**
 * The plan of a year of sample history. Plugins add events in `seed`; afterwards all events run in order of time. During an event
 * the database's `now()` returns the simulated time.
 */
export interface YearPlan {
  /** Midnight of the first day, in Hong Kong. */
  readonly from: Date
  /** End of the history. */
  readonly until: Date
  readonly days: number
  /** Wanted number of orders. */
  readonly orders: number
  /** Size of the shop relative to the default: 1, or less for fewer orders. */
  readonly share: number
  /** A random generator for each name, so that a plugin that is switched off does not change the data of others. */
  random(name: string): SeededRandom
  /** Plans an event. Those after `until` do not run. */
  at(date: Date, scenario: Scenario): void
  /** Deletes jobs with this name that would run before a time, such as documents of last spring that nobody will read. */
  skip(job: string, before: Date): void
  /** The simulated time. */
  now(): Date
  /** Simulated time plus minutes. */
  in(minutes: number): Date
  /** A time of day in Hong Kong. */
  on(day: number, hour: number, minute?: number): Date
  /** The same time, or the next one in working hours: Monday to Saturday, 9:30 to 18:30. */
  working(date: Date): Date
  /** A member of staff with a permission; the system when nobody has it. */
  staff(needs: string, but?: number): Promise<Ctx>
}
