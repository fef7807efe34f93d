import { type Ctx, extensionPoint } from 'stoa'
import type { SeededRandom, YearPlan } from 'stoa/year'

/** A placed order of the sample data. */
export interface ExampleOrder {
  id: number
  collects: boolean
  payment: string
  /** The buyer. */
  buyer: Ctx
}

/** Scenarios for sample orders. Each plans the steps of one. */
export interface Story {
  /** The order is paid, or will be paid on delivery. */
  toSend?(year: YearPlan, random: SeededRandom, order: ExampleOrder): void
  /** The order was shipped. */
  sent?(year: YearPlan, random: SeededRandom, order: ExampleOrder): void
}

/** Scenarios for sample orders. */
export const STORIES = extensionPoint<Story>('sales/scenarios', { description: 'scenarios of sample orders' })
