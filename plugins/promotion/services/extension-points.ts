import { type Ctx, type Db, type Fields, extensionPoint, type Sql, type Message } from 'stoa'
import type { Pricing } from 'stoa/plugins/sales'
import type { ActionEvaluator, ConditionEvaluator } from '../domain/types.ts'

/** An option of a select field in the rule form. */
export interface Option {
  value: string
  label: string
}

interface Piece {
  /** Title in the rule form. */
  title: string
  /** Fields of the type. The evaluation function gets amounts in minor units of the base currency. */
  value: Fields
  /** For fields with ids: the resource of the ids. */
  of?: Readonly<Record<string, string>>
  /** For fields with codes: the options to choose from. */
  options?: Readonly<Record<string, (ctx: Ctx) => Promise<Option[]> | Option[]>>
  /** For fields with codes: the complete list of allowed codes. At least one must be chosen. */
  closed?: Readonly<Record<string, readonly string[]>>
  /** For fields with an id: how the row is named, where the title of the resource is not meaningful. */
  names?: Readonly<Record<string, (ctx: Ctx, id: Sql) => Sql>>
  /** Label of a field; `promotion:field.<name>` when absent. */
  labels?: Readonly<Record<string, string>>
  /**
   * Loads the data that the evaluation function finds in `known` under the name of the type. Called only when a rule that may apply uses
   * this type; `values` are the values of all these rules.
   */
  load?(ctx: Ctx, sale: Pricing, values: readonly Readonly<Record<string, unknown>>[], db: Db): Promise<unknown>
  /**
   * Describes the part for people. The parameters are placeholders: names in place of ids, and `goods` for products, categories and brands.
   */
  say(value: Readonly<Record<string, unknown>>): Message
}

/**
 * A condition type: `contributions: [contribute(CONDITIONS, 'membership_tiers', tiers)]`. `met` must be a pure function of the value and
 * the facts.
 */
export interface ConditionPiece extends Piece {
  met: ConditionEvaluator
}

/** An action type. `take` must be a pure function of the value, the remaining amounts and the facts. */
export interface ActionPiece extends Piece, ActionEvaluator {}

export const CONDITIONS = extensionPoint<ConditionPiece>('promotion/conditions', { description: 'conditions of promotions' })
export const ACTIONS = extensionPoint<ActionPiece>('promotion/actions', { description: 'actions of promotions' })
