import type { Knex } from 'knex'

/** JSON type of a column's value and, for arrays, of its items. */
export interface JsonShape {
  type: 'array' | 'object'
  items?: 'array' | 'object'
}

// In lax mode a path would unwrap nested arrays; in strict mode it ignores values that are no arrays.
const condition = (column: string, { type, items }: JsonShape): string =>
  [
    `jsonb_typeof(${column}) = '${type}'`,
    ...(items ? [`not jsonb_path_exists(${column}, 'strict $[*] ? (@.type() != "${items}")', '{}', true)`] : []),
  ].join(' and ')

/**
 * A migration that adds a check constraint `<table>_<column>_shape` to jsonb columns, so that no write can store a value that reads
 * fail on. Rows that violate it get the column's default first. Released migrations use it, so its output must never change.
 * @param tables shapes by table and column
 */
export const jsonShapes = (tables: Readonly<Record<string, Readonly<Record<string, JsonShape>>>>) => {
  const columns = Object.entries(tables).flatMap(([table, shapes]) =>
    Object.entries(shapes).map(([column, shape]) => ({ table, column, check: condition(column, shape) })),
  )
  return {
    up: async (knex: Knex): Promise<void> => {
      for (const { table, column, check } of columns)
        // A question mark in the path would be taken as a binding.
        await knex.raw(
          `update "${table}" set ${column} = default where not (${check});
          alter table "${table}" add constraint ${table}_${column}_shape check (${check})`.replaceAll('?', '\\?'),
        )
    },
    down: async (knex: Knex): Promise<void> => {
      for (const { table, column } of columns) await knex.raw(`alter table "${table}" drop constraint ${table}_${column}_shape`)
    },
  }
}
