import type { Knex } from 'knex'

/** Tells tables that were made here from those an older release of sales made. */
const MADE_HERE = 'made by returns'

/** Returns and refunds. They were made by sales once: a database from then has them, and keeps them as they are. */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { there: boolean }[] }>("select to_regclass('public.sales_return') is not null as there")
  if (rows[0]?.there) return
  await knex.raw(tables)
  await knex.raw(`comment on table sales_return is '${MADE_HERE}'`)
}

/** Tables that are older than this plugin stay with what is in them; the migration of sales that made them takes them away. */
export async function down(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { made: string | null }[] }>("select obj_description('sales_return'::regclass) as made")
  if (rows[0]?.made !== MADE_HERE) return
  await knex.raw('drop table refund_line, refund, return_line, sales_return; drop sequence refund_number_seq, return_number_seq')
}

const tables = `
    create sequence return_number_seq;
    create table sales_return (
      id bigint generated always as identity primary key,
      number text not null constraint sales_return_number_unique unique,
      order_id bigint not null references sales_order (id),
      kind text not null default 'return' check (kind in ('return', 'exchange', 'refund_only')),
      status text not null default 'pending',
      requested_by text not null default 'staff' check (requested_by in ('customer', 'staff')),
      reason_code text not null default '',
      note text not null default '',
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index sales_return_order on sales_return (order_id, id);
    create index sales_return_status on sales_return (status, id);
    create table return_line (
      id bigint generated always as identity primary key,
      return_id bigint not null references sales_return (id) on delete cascade,
      order_line_id bigint not null references order_line (id),
      quantity int not null check (quantity > 0),
      received_quantity int not null default 0,
      resaleable_quantity int not null default 0,
      reason text not null default '',
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint return_line_once unique (return_id, order_line_id),
      constraint return_line_received_check check (received_quantity between 0 and quantity and resaleable_quantity between 0 and received_quantity)
    );
    create index return_line_line on return_line (order_line_id);

    create sequence refund_number_seq;
    create table refund (
      id bigint generated always as identity primary key,
      number text not null constraint refund_number_unique unique,
      order_id bigint not null references sales_order (id),
      return_id bigint references sales_return (id),
      method text not null default 'original' check (method in ('original', 'cash')),
      amount_minor bigint not null check (amount_minor > 0),
      shipping_minor bigint not null default 0 check (shipping_minor >= 0),
      currency text not null,
      status text not null default 'pending',
      reason text not null default '',
      failure text not null default '',
      requested_by bigint references account (id),
      approved_by bigint references account (id),
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index refund_order on refund (order_id, id);
    create index refund_status on refund (status, id);
    create table refund_line (
      id bigint generated always as identity primary key,
      refund_id bigint not null references refund (id) on delete cascade,
      order_line_id bigint not null references order_line (id),
      quantity int not null default 0 check (quantity >= 0),
      amount_minor bigint not null check (amount_minor >= 0),
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint refund_line_once unique (refund_id, order_line_id)
    );
    create index refund_line_line on refund_line (order_line_id);`
