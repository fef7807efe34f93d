import { type Ctx, hasPermission, id, sql, type Sql } from 'stoa'
import { getColumnName, isVisibleSql, type Resource, titleSql, verbPermission } from 'stoa/engine'
import type { Dimension } from './report.ts'

/** How a dimension is read: a join of its own, its key, and the label of a key. */
export interface DimensionSql {
  /** Joins the row that has the key; absent when the facts have it. */
  join?: Sql
  key: Sql
  /** SQL text of a key; absent when keys are shown as they are. */
  label?: (key: Sql) => Sql
}

/** The resource whose rows the keys of a dimension identify; undefined for plain values, and for resources of plugins that are switched off. */
export function findTarget({ kernel }: Ctx, { of, via }: Dimension): Resource | undefined {
  const { resources } = kernel.registry
  const first = of === undefined ? undefined : resources.get(of)
  if (!first || via === undefined) return first
  const to = first.byName.get(via)?.meta.to
  return to === undefined ? undefined : resources.get(to)
}

/** Prefix of the labels of the options of a plain field: `catalogue:product.type_`. Undefined for other dimensions. */
export function findOptionMessages({ kernel }: Ctx, { of, via }: Dimension): string | undefined {
  const source = of === undefined ? undefined : kernel.registry.resources.get(of)
  const field = via === undefined ? undefined : source?.byName.get(via)
  if (!source || !field || field.meta.to !== undefined) return undefined
  return field.meta.widget === 'status' ? 'core:status.' : `${field.meta.ext ?? source.plugin}:${source.name}.${field.name}_`
}

/** Whether the reader has a dimension: its resources exist, and the reader may see the rows that name its keys. */
export function isDimensionVisible(ctx: Ctx, dimension: Dimension): boolean {
  const { of, via } = dimension
  if (of === undefined) return true
  const first = ctx.kernel.registry.resources.get(of)
  const field = via === undefined ? undefined : first?.byName.get(via)
  if (!first || (via !== undefined && !field)) return false
  const target = findTarget(ctx, dimension)
  if (!target) return via !== undefined && field?.meta.to === undefined
  return !target.verbs.includes('get') || hasPermission(ctx.actor, verbPermission('get', target.name))
}

/** @param n number of the dimension in its statement, for the alias of its join */
export function planDimension(ctx: Ctx, dimension: Dimension, n: number): DimensionSql {
  const { of, via, column } = dimension
  const stored = sql`f.${id(column)}`
  const own = dimension.key ? dimension.key(ctx, stored) : stored
  const target = findTarget(ctx, dimension)
  const ownLabel = dimension.label
  const label = ownLabel ? (key: Sql) => ownLabel(ctx, key) : target && ((key: Sql) => labelSql(ctx, target, key))
  if (of === undefined || via === undefined) return { key: own, ...(label ? { label } : {}) }
  const source = ctx.kernel.registry.resource(of)
  const field = source.byName.get(via)
  const alias = id(`d${n}`)
  if (field?.meta.through !== undefined) {
    const [owner, other] = [id(`${source.name}_id`), id(`${field.meta.to ?? ''}_id`)]
    return {
      join: sql`left join (select distinct on (x.${owner}) x.${owner} as owner, x.${other} as key from ${id(field.meta.through)} x
        order by x.${owner}, x."order", x.${other}) ${alias} on ${alias}.owner = ${own}`,
      key: sql`${alias}.key`,
      ...(label ? { label } : {}),
    }
  }
  return {
    join: sql`left join ${id(source.table)} ${alias} on ${alias}.id = ${own}`,
    key: sql`${alias}.${id(field ? (field.column ?? getColumnName(field)) : via)}`,
    ...(label ? { label } : {}),
  }
}

/** SQL: the label of a row, if the reader may see it. */
function labelSql(ctx: Ctx, target: Resource, key: Sql): Sql {
  const isVisible = isVisibleSql(ctx, target, sql`x.id`)
  const title = titleSql(target, 'x', ctx.interfaceLanguage ?? ctx.language, ctx.mainLanguage)
  return sql`(select ${isVisible ? sql`case when ${isVisible} then ${title}::text end` : sql`${title}::text`} from ${id(target.table)} x where x.id = nullif(${key}, '')::bigint)`
}
