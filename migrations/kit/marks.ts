import type { Knex } from 'knex'

/**
 * A migration that gives tables marks, so that processes may keep what they hold (`Cache.marked`), and takes them away again. Only for
 * tables that rarely change: transactions that change one wait for each other. Migrations that were released are made with it: what it
 * writes never changes.
 */
export const marks = (...names: readonly string[]) => ({
  up: async (knex: Knex): Promise<void> => {
    for (const name of names)
      await knex.raw(`insert into table_mark (name) values ('${name}');
        create trigger mark after insert or update or delete or truncate on "${name}" for each statement execute function stoa_mark()`)
  },
  down: async (knex: Knex): Promise<void> => {
    for (const name of names) await knex.raw(`drop trigger mark on "${name}"; delete from table_mark where name = '${name}'`)
  },
})
