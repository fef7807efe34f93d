import type { Knex } from 'knex'

/** SQL definitions of a resource's own columns. */
type Columns = Record<string, string>

const pointsElsewhere = (definition: string) => /\breferences\b/.test(definition)

/**
 * A migration that creates tables of resources, with the columns common to all of them and an index for each foreign key, and drops
 * them again. Released migrations use it, so its output must never change.
 */
export const tables = (all: Record<string, Columns>) => ({
  up: async (knex: Knex): Promise<void> => {
    for (const [name, columns] of Object.entries(all)) {
      const own = Object.entries(columns)
      await knex.raw(`create table "${name}" (
        id bigint generated always as identity primary key,
        ${own.map(([column, definition]) => `"${column}" ${definition},`).join('\n')}
        ext jsonb not null default '{}',
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`)
      for (const [column, definition] of own)
        if (pointsElsewhere(definition)) await knex.raw(`create index "${name}_${column}_idx" on "${name}" ("${column}")`)
    }
  },
  down: async (knex: Knex): Promise<void> => {
    for (const name of Object.keys(all).toReversed()) await knex.raw(`drop table "${name}"`)
  },
})
