import type { Knex } from 'knex'

/** Which of our rows another system's id means, so that importing its sheet again changes instead of doubling. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table external_ref (
      source text not null,
      resource text not null,
      external_id text not null,
      row_id bigint not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (source, resource, external_id)
    )
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table external_ref')
}
