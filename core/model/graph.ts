import type { Model, QueryBuilder } from 'objection'
import type { BaseRow, InOwnTable, Fields } from '../fields/types.ts'

/** A declared resource as far as queries must know it. */
export interface Handle<F extends Fields = Fields> {
  readonly name: string
  readonly fields: F
}

/** Where a relation leads: to rows of `handle`, of which the fields `only` are read, and what the graph names beside them. */
export interface Relation<F extends Fields = Fields, G extends Graph = Graph, K extends keyof F = keyof F> {
  readonly handle: Handle<F>
  readonly only: readonly (K & string)[] | undefined
  readonly graph: G
  /** The field of `handle` that points here, when the relation is named after no field of its own. */
  readonly by?: string
}

/** A step to rows that point here. */
export interface InverseRelation<F extends Fields = Fields, G extends Graph = Graph, K extends keyof F = keyof F> extends Relation<
  F,
  G,
  K
> {
  readonly by: string
}

type None = Record<never, never>

/**
 * What is read beside a row. A field that names another row lends its name without `_id`, or with `_row` when it has none;
 * child rows and several picked ones go by the name of their field; rows that only point here (`back`) get a name on the spot.
 */
export interface Graph {
  readonly [relation: string]: Handle | Relation
}

interface Reading<F extends Fields, G extends Graph, K extends keyof F> {
  /** Fields to read; all when absent. Ids that relations need are read with them. */
  only?: readonly (K & string)[]
  /** What to read beside each of the rows. */
  graph?: G
}

/** Reads of a relation's rows only some fields, or reads on from there. */
export const relation = <F extends Fields, const G extends Graph = None, const K extends keyof F = keyof F>(
  handle: Handle<F>,
  { only, graph }: Reading<F, G, K> = {},
): Relation<F, G, K> => ({ handle, only, graph: graph ?? ({} as G) })

/** Rows of a resource that point at this one by their field `by`, in the order they were made. */
export const inverseRelation = <F extends Fields, const G extends Graph = None, const K extends keyof F = keyof F>(
  handle: Handle<F>,
  by: keyof F & string,
  reading: Reading<F, G, K> = {},
): InverseRelation<F, G, K> => ({ ...relation(handle, reading), by })

type RowAt<N> = N extends Relation<infer F, infer G, infer K> ? Loaded<F, G, K> : N extends Handle<infer F> ? Loaded<F> : never

/** One row where a field says there always is one, one or null where it may say nothing, else a list. */
type Related<F extends Fields, K, N> = N extends InverseRelation
  ? RowAt<N>[]
  : K extends keyof F
    ? RowAt<N>[]
    : One<F, `${K & string}_id`, N> | (K extends `${infer P}_row` ? One<F, P, N> : never)

type One<F extends Fields, P, N> = P extends keyof F ? RowAt<N> | (null extends F[P]['stored'] ? null : never) : never

type Own<F extends Fields, K extends keyof F> = { [P in K as F[P] extends InOwnTable ? never : P]: F[P]['stored'] }

/** A row as models give it: fields under their names, texts in all languages, amounts as texts; and what was read beside it. */
export type Loaded<F extends Fields, G extends Graph = None, K extends keyof F = keyof F> = Own<F, K> &
  BaseRow & { [R in keyof G]: Related<F, R, G[R]> }

/** Asks for rows of a resource, and for what the graph names beside them, as Objection's query builder. */
export type Query = <F extends Fields, const G extends Graph = None>(
  resource: Handle<F>,
  graph?: G,
) => QueryBuilder<Model & Loaded<F, G>, (Model & Loaded<F, G>)[]>

/** Name of the relation of a field that holds the id of another row. */
export const getRelationName = (field: string): string => (field.endsWith('_id') ? field.slice(0, -3) : `${field}_row`)

/** Name of the relation to rows that point here. */
export const getInverseName = (resource: string, field: string): string => `${resource}_by_${field}`

/** A relation of a graph in full. */
export const toRelation = (node: Handle | Relation): Relation => ('handle' in node ? node : relation(node))
