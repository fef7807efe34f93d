import type { Knex } from 'knex'

/** How each account arranged its dashboards. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table dashboard_layout (
      account_id bigint not null references account (id) on delete cascade,
      dashboard text not null,
      cards jsonb check (jsonb_typeof(cards) = 'array'),
      version int not null default 1,
      updated_at timestamptz not null default now(),
      primary key (account_id, dashboard)
    );
    comment on column dashboard_layout.cards is 'cards in order with their sizes; null for the default layout';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table dashboard_layout')
}
