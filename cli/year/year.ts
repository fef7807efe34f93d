import type { Ctx } from '../../core/context.ts'
import type { SeededRandom } from './dice.ts'

export type { SeededRandom } from './dice.ts'

declare module '../../core/context.ts' {
  interface Ctx {
    /** There while `stoa seed year` fills a shop: what plugins plan their part of the history with. */
    readonly year?: YearPlan
  }
}

/** Something that happens at its moment. The context may do everything. */
export type Scenario = (ctx: Ctx) => Promise<unknown>

/**
 * A year of history in the making. Plugins say in `seed` what is to happen when; once all have spoken it happens in the order of
 * time, each thing at its moment: `now()` of the database tells the moment, and not today.
 */
export interface YearPlan {
  /** Midnight of the first day, in Hong Kong. */
  readonly from: Date
  /** The moment at which the history ends. */
  readonly until: Date
  readonly days: number
  /** How many orders are wanted. */
  readonly orders: number
  /** How large the shop is beside the usual one: 1, or less where few orders are wanted. */
  readonly share: number
  /** Chance of its own for each name, so that a plugin that is off changes nothing for others. */
  dice(name: string): SeededRandom
  /** Plans something. What lies after `until` never happens: it is what is yet to come. */
  at(when: Date, what: Scenario): void
  /** Throws away jobs of a name that would be done before a moment: what nobody would look at any more, such as papers of last spring. */
  skip(job: string, before: Date): void
  /** The moment it is while something happens. */
  now(): Date
  /** So many minutes after now. */
  in(minutes: number): Date
  /** A moment of a day, by hours and minutes on the clock of Hong Kong. */
  on(day: number, hour: number, minute?: number): Date
  /** The same moment, or the next one at which somebody works: Monday to Saturday, 9:30 to 18:30. */
  working(when: Date): Date
  /** A member of staff who may do something; the system where nobody may. */
  staff(needs: string, but?: number): Promise<Ctx>
}
