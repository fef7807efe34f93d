import type { Knex } from 'knex'

/** A migration that adds change markers to tables. They are no longer read. Released migrations use it, so its output must never change. */
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
