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
export interface OrderScenario {
  /** The order is paid, or will be paid on delivery. */
  planShipment?(year: YearPlan, random: SeededRandom, order: ExampleOrder): void
  /** The order was shipped. */
  planAfterShipment?(year: YearPlan, random: SeededRandom, order: ExampleOrder): void
}

/** Scenarios for sample orders. */
export const STORIES = extensionPoint<OrderScenario>('sales/stories', { description: 'scenarios of orders in the sample data' })
