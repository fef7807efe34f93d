import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What an order gives for points, beside what points paid of it.
    alter table points_of_order
      add column redeemed int not null default 0 check (redeemed >= 0),
      add column unredeemed int not null default 0,
      add constraint points_of_order_unredeemed_check check (unredeemed between 0 and redeemed);

    -- Goods given for points; what is not given back counts towards the limit of its stock.
    create table redemption (
      id bigint generated always as identity primary key,
      person_id bigint not null references person (id),
      order_id bigint not null references sales_order (id),
      stock_id bigint not null,
      quantity int not null check (quantity > 0),
      points int not null check (points > 0),
      returned_at timestamptz,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint redemption_once unique (order_id, stock_id)
    );
    create index redemption_of on redemption (person_id, stock_id) where returned_at is null;
    create index redemption_stock on redemption (stock_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table redemption;
    alter table points_of_order drop column unredeemed, drop column redeemed;
  `)
}
