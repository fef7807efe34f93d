import type { Knex } from 'knex'

/** How the dashboards of a role are arranged for accounts that have not arranged theirs. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table role_dashboard_layout (
      role_id bigint not null references role (id) on delete cascade,
      dashboard text not null,
      cards jsonb not null check (jsonb_typeof(cards) = 'array'),
      updated_at timestamptz not null default now(),
      primary key (role_id, dashboard)
    )
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table role_dashboard_layout')
}
