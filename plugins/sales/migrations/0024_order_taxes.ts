import type { Knex } from 'knex'

/** Orders keep the taxes that their prices include; those of before included none. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sales_order add column tax_minor bigint not null default 0 check (tax_minor >= 0);
    create table order_tax (
      id bigint generated always as identity primary key,
      order_id bigint not null references sales_order (id) on delete cascade,
      order_line_id bigint references order_line (id) on delete cascade,
      code text not null,
      label text not null,
      rate numeric(8, 4) not null check (rate >= 0),
      amount_minor bigint not null check (amount_minor > 0),
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index order_tax_order on order_tax (order_id, id);
    create index order_tax_line on order_tax (order_line_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table order_tax;
    alter table sales_order drop column tax_minor;
  `)
}
