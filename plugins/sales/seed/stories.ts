import { type Ctx, extensionPoint } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'

/** An order of the year of examples that was placed. */
export interface ExampleOrder {
  id: number
  collects: boolean
  payment: string
  /** Who bought it. */
  who: Ctx
}

/** How orders of the year of examples go on. Each plans what it does about one. */
export interface Story {
  /** It is paid, or will be when it is handed over. */
  toSend?(year: YearPlan, random: SeededRandom, order: ExampleOrder): void
  /** It was sent. */
  sent?(year: YearPlan, random: SeededRandom, order: ExampleOrder): void
}

/** What becomes of orders in the year of examples. */
export const STORIES = extensionPoint<Story>('sales/stories', { description: 'how orders of the year of examples go on' })
