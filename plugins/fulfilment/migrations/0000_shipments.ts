import type { Knex } from 'knex'

/** Tells tables that were made here from those an older release of sales made. */
const MADE_HERE = 'made by fulfilment'

/** Parcels. They were made by sales once: a database from then has them, and keeps them as they are. */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { there: boolean }[] }>("select to_regclass('public.shipment') is not null as there")
  if (rows[0]?.there) return
  await knex.raw(tables)
  await knex.raw(`comment on table shipment is '${MADE_HERE}'`)
}

/** Tables that are older than this plugin stay with what is in them; the migration of sales that made them takes them away. */
export async function down(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { made: string | null }[] }>("select obj_description('shipment'::regclass) as made")
  if (rows[0]?.made !== MADE_HERE) return
  await knex.raw('drop table shipment_line, shipment; drop sequence shipment_number_seq')
}

const tables = `
    create sequence shipment_number_seq;
    create table shipment (
      id bigint generated always as identity primary key,
      number text not null constraint shipment_number_unique unique,
      order_id bigint not null references sales_order (id),
      warehouse_id bigint,
      carrier_id bigint,
      carrier_name text not null default '',
      tracking_number text not null default '',
      tracking_url text not null default '',
      collect boolean not null default false,
      ready_at timestamptz,
      status text not null default 'draft',
      shipped_at timestamptz,
      received_at timestamptz,
      weight_g int,
      note text not null default '',
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index shipment_order on shipment (order_id, id);
    create index shipment_status on shipment (status, id);
    create table shipment_line (
      id bigint generated always as identity primary key,
      shipment_id bigint not null references shipment (id) on delete cascade,
      order_line_id bigint not null references order_line (id),
      quantity int not null check (quantity > 0),
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint shipment_line_once unique (shipment_id, order_line_id)
    );
    create index shipment_line_line on shipment_line (order_line_id);`
