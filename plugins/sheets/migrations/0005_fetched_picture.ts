import type { Knex } from 'knex'

/** Which picture of ours came from an address, so that importing a sheet again neither fetches nor doubles it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table fetched_picture (
      url text primary key,
      path text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table fetched_picture')
}
