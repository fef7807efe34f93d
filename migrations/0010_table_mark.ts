import type { Knex } from 'knex'

/**
 * Marks of tables that processes keep copies of: whatever changes such a table gives it another mark in the same transaction, so that
 * a copy is known to be true by the mark it was made under. Marks never come again, not even after a restore.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table table_mark (
      name text primary key,
      mark uuid not null default gen_random_uuid()
    );
    create function stoa_mark() returns trigger language plpgsql as $$
    begin
      update table_mark set mark = gen_random_uuid() where name = tg_table_name;
      return null;
    end $$;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table table_mark; drop function stoa_mark() cascade')
}
