import { type Ctx, type Db, type Fields, extensionPoint, type Sql, type Message } from 'stoa'
import type { Pricing } from 'stoa/plugins/sales'
import type { ActionOf, ConditionOf } from '../domain/types.ts'

/** A choice of a field, for whoever puts a rule together. */
export interface Option {
  value: string
  label: string
}

interface Piece {
  /** What it is called where rules are put together. */
  title: string
  /** What is asked for it. Amounts reach its function in minor units of the base currency. */
  value: Fields
  /** Of fields with ids: the resource of the rows. */
  of?: Readonly<Record<string, string>>
  /** Of fields with words: what can be chosen. */
  options?: Readonly<Record<string, (ctx: Ctx) => Promise<Option[]> | Option[]>>
  /** Of fields with words: the only ones there are, of which at least one has to be chosen. */
  closed?: Readonly<Record<string, readonly string[]>>
  /** Of fields with an id: how its row is called, where the name of the resource is none people know. */
  names?: Readonly<Record<string, (ctx: Ctx, id: Sql) => Sql>>
  /** What a field is called; `promotion:field.<name>` when absent. */
  labels?: Readonly<Record<string, string>>
  /** What its function finds in `known` under its name. Asked only while a rule that may hold has this piece; `values` are those of all. */
  load?(ctx: Ctx, sale: Pricing, values: readonly Readonly<Record<string, unknown>>[], db: Db): Promise<unknown>
  /** How a rule says it to people, with its values as gaps: names stand in for ids, and `goods` for products, categories and brands. */
  say(value: Readonly<Record<string, unknown>>): Message
}

/**
 * Something a rule may hang on: `offers: [offer(CONDITIONS, 'membership_tiers', tiers)]`. `met` must be a function of the value and
 * the facts and nothing else.
 */
export interface ConditionPiece extends Piece {
  met: ConditionOf
}

/** Something a rule does to a price. `take` must be a function of the value, what is left and the facts, and nothing else. */
export interface ActionPiece extends Piece, ActionOf {}

export const CONDITIONS = extensionPoint<ConditionPiece>('promotion/conditions', { description: 'what a promotion may hang on' })
export const ACTIONS = extensionPoint<ActionPiece>('promotion/actions', { description: 'what a promotion does to a price' })
