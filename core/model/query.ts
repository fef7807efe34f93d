import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { default as knexLibrary, Knex } from 'knex'
import type * as objection from 'objection'
import type { Model, ModelClass, QueryBuilder } from 'objection'
import type pg from 'pg'
import type { Tx } from '../db/transaction.ts'
import type { Registry } from '../plugin/registry.ts'
import { projectRoot } from '../root.ts'
import { getInverseName, type Graph, type Handle, type Query, toRelation } from './graph.ts'
import type { Resource } from '../resource/compile.ts'
import { getColumns, createModels } from './model.ts'

declare module '../context.ts' {
  interface Kernel {
    /** Reads rows of declared resources through their models. */
    readonly query: Query
  }
}

/** Where a query is sent: the pool, or the connection of a transaction. */
export type Line = pg.Pool | pg.PoolClient

/** A query about to be sent. Objection supports `connection`, its types do not. */
type Built = QueryBuilder<Model> & { connection(line: Line): unknown }

/**
 * Queries over the declared resources of one kernel. Knex and Objection are loaded by the first query, because most processes and
 * requests need none. Permissions and row scope are not applied: like `sql`, this is for the product's own code.
 */
export class Models {
  readonly #registry: Registry
  readonly #byTable: ReadonlyMap<string, Resource>
  #loaded: { knex: Knex; resolveModel: (name: string) => ModelClass<Model> } | undefined

  constructor(registry: Registry) {
    this.#registry = registry
    this.#byTable = new Map([...registry.resources.values()].map((r) => [r.table, r]))
  }

  /** The query function of one connection. Writes are allowed only inside a transaction. */
  over(line: Line, writing?: Pick<Tx, 'invalidate'>): Query {
    const query = (resource: Handle, graph: Graph = {}) => {
      const { knex, resolveModel } = (this.#loaded ??= this.#load())
      const onBuild = (builder: Built) => {
        void builder.connection(line)
        const r = this.#byTable.get(builder.modelClass().tableName)
        if (builder.isFind()) return void (r && !builder.hasSelects() && builder.select(getColumns(r)))
        // Caches are invalidated with the commit.
        if (!writing) throw new Error(`"${resource.name}" is written outside of a transaction; ask tx.query instead of kernel.query`)
        writing.invalidate(r?.name ?? resource.name)
      }
      const rootQuery = resolveModel(resource.name).query(knex).context({ onBuild })
      if (Object.keys(graph).length === 0) return rootQuery
      return this.#narrow(rootQuery.withGraphFetched(this.#expression(resource.name, graph)), graph)
    }
    // The model is created from the declaration that the types come from.
    return query as unknown as Query
  }

  #load() {
    // Both are CommonJS; loading them takes a fifth of a second, which a start need not pay.
    const require = createRequire(join(projectRoot(), 'package.json'))
    const knex = (require('knex') as typeof knexLibrary)({ client: 'pg' })
    return { knex, resolveModel: createModels(require('objection') as typeof objection, this.#registry) }
  }

  /** Converts a graph to Objection's relation expression. @throws Error for a relation whose target differs from its type */
  #expression(resource: string, graph: Graph): Record<string, object> {
    return Object.fromEntries(
      Object.entries(graph).map(([name, node]) => {
        const { handle, graph: further, by } = toRelation(node)
        const relation = by === undefined ? name : getInverseName(handle.name, by)
        const target = this.#loaded?.resolveModel(resource).getRelations()[relation]?.relatedModelClass
        if (target !== this.#loaded?.resolveModel(handle.name))
          throw new Error(`"${name}" of "${resource}" does not lead to "${handle.name}"`)
        return [name, { $relation: relation, ...this.#expression(handle.name, further) }]
      }),
    )
  }

  #narrow<Q extends QueryBuilder<Model>>(query: Q, graph: Graph, path = ''): Q {
    for (const [name, node] of Object.entries(graph)) {
      const { handle, only, graph: further } = toRelation(node)
      if (only) {
        const columns = getColumns(this.#registry.resource(handle.name), only)
        void query.modifyGraph(path + name, (rows) => void rows.select(columns))
      }
      this.#narrow(query, further, `${path}${name}.`)
    }
    return query
  }
}
