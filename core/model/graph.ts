import type { Model, QueryBuilder } from 'objection'
import type { BaseRow, InOwnTable, Fields } from '../fields/types.ts'

/** The parts of a declared resource that queries need. */
export interface Handle<F extends Fields = Fields> {
  readonly name: string
  readonly fields: F
}

/** Target of a relation: rows of `handle`, of which the fields `only` are read, with nested relations. */
export interface Relation<F extends Fields = Fields, G extends Graph = Graph, K extends keyof F = keyof F> {
  readonly handle: Handle<F>
  readonly only: readonly (K & string)[] | undefined
  readonly graph: G
  /** The field of `handle` that refers here, when the relation is not named after a field. */
  readonly by?: string
}

/** Relation to rows that refer here. */
export interface InverseRelation<F extends Fields = Fields, G extends Graph = Graph, K extends keyof F = keyof F> extends Relation<
  F,
  G,
  K
> {
  readonly by: string
}

type None = Record<never, never>

/**
 * Relations to load with a row. A field with the id of another row gives the relation its name without `_id`, or with `_row` when
 * it has no such suffix. Child rows and `many` fields use the field's name. Inverse relations get a name in the graph.
 */
export interface Graph {
  readonly [relation: string]: Handle | Relation
}

interface Reading<F extends Fields, G extends Graph, K extends keyof F> {
  /** Fields to read; all when absent. Ids that relations need are always read. */
  only?: readonly (K & string)[]
  /** Nested relations. */
  graph?: G
}

/** Reads only some fields of a relation's rows, or nested relations. */
export const relation = <F extends Fields, const G extends Graph = None, const K extends keyof F = keyof F>(
  handle: Handle<F>,
  { only, graph }: Reading<F, G, K> = {},
): Relation<F, G, K> => ({ handle, only, graph: graph ?? ({} as G) })

/** Rows of a resource that refer to this one by their field `by`, in order of creation. */
export const inverseRelation = <F extends Fields, const G extends Graph = None, const K extends keyof F = keyof F>(
  handle: Handle<F>,
  by: keyof F & string,
  reading: Reading<F, G, K> = {},
): InverseRelation<F, G, K> => ({ ...relation(handle, reading), by })

type RowAt<N> = N extends Relation<infer F, infer G, infer K> ? Loaded<F, G, K> : N extends Handle<infer F> ? Loaded<F> : never

/** One row for a required field, one or null for an optional field, else a list. */
type Related<F extends Fields, K, N> = N extends InverseRelation
  ? RowAt<N>[]
  : K extends keyof F
    ? RowAt<N>[]
    : RelatedRow<F, `${K & string}_id`, N> | (K extends `${infer P}_row` ? RelatedRow<F, P, N> : never)

type RelatedRow<F extends Fields, P, N> = P extends keyof F ? RowAt<N> | (null extends F[P]['stored'] ? null : never) : never

type OwnTableColumns<F extends Fields, K extends keyof F> = { [P in K as F[P] extends InOwnTable ? never : P]: F[P]['stored'] }

/** A row as models return it: fields by name, per-language texts as maps, amounts as text, and the loaded relations. */
export type Loaded<F extends Fields, G extends Graph = None, K extends keyof F = keyof F> = OwnTableColumns<F, K> &
  BaseRow & { [R in keyof G]: Related<F, R, G[R]> }

/** Starts an Objection query for rows of a resource and the relations in the graph. */
export type Query = <F extends Fields, const G extends Graph = None>(
  resource: Handle<F>,
  graph?: G,
) => QueryBuilder<Model & Loaded<F, G>, (Model & Loaded<F, G>)[]>

/** Relation name of a field that holds the id of another row. */
export const getRelationName = (field: string): string => (field.endsWith('_id') ? field.slice(0, -3) : `${field}_row`)

/** Name of an inverse relation. */
export const getInverseName = (resource: string, field: string): string => `${resource}_by_${field}`

/** Normalises a node of a graph to a relation. */
export const toRelation = (node: Handle | Relation): Relation => ('handle' in node ? node : relation(node))
