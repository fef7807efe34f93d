import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create sequence stocktake_number_seq;

    create table stocktake (
      id bigint generated always as identity primary key,
      number text not null default 'ST' || lpad(nextval('stocktake_number_seq')::text, 6, '0') constraint stocktake_number_unique unique,
      warehouse_id bigint not null constraint stocktake_warehouse_id_fkey references warehouse (id),
      note text not null default '',
      status text not null default 'draft',
      started_at timestamptz,
      closed_at timestamptz,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    -- One count at a time in a warehouse: two would both find the same difference.
    create unique index stocktake_open on stocktake (warehouse_id) where status = 'processing';

    create table stocktake_line (
      id bigint generated always as identity primary key,
      stocktake_id bigint not null constraint stocktake_line_stocktake_id_fkey references stocktake (id) on delete cascade,
      inventory_id bigint not null,
      stock_id bigint not null,
      sku text not null,
      barcode text,
      name jsonb not null default '{}',
      options text not null default '',
      expiry_date date,
      lot_code text,
      expected int not null,
      counted int constraint stocktake_line_counted_check check (counted >= 0),
      cost_minor bigint,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint stocktake_line_inventory_unique unique (stocktake_id, inventory_id)
    );

    create table stock_alert (
      id bigint generated always as identity primary key,
      stock_id bigint not null references stock (id) on delete cascade,
      inventory_id bigint references inventory (id) on delete cascade,
      level text not null constraint stock_alert_level_check check (level in ('low', 'out', 'expiring', 'expired', 'abnormal')),
      sku text not null,
      name jsonb not null default '{}',
      quantity int not null,
      expiry_date date,
      opened_at timestamptz not null default now(),
      closed_at timestamptz,
      told_at timestamptz,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    -- One open alert for one thing.
    create unique index stock_alert_open on stock_alert (stock_id, coalesce(inventory_id, 0)) where closed_at is null;
    create index stock_alert_recent on stock_alert (closed_at, id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table stock_alert, stocktake_line, stocktake; drop sequence stocktake_number_seq')
}
