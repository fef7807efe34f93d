import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table supplier (
      id bigint generated always as identity primary key,
      code text not null constraint supplier_code_unique unique,
      name text not null,
      contact_name text not null default '',
      phone text not null default '',
      email text,
      address text not null default '',
      currency text not null,
      paper_language text not null,
      payment_terms_days int not null default 30,
      lead_time_days int not null default 7,
      enabled boolean not null default true,
      remark text not null default '',
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table supplier_stock (
      id bigint generated always as identity primary key,
      supplier_id bigint not null constraint supplier_stock_supplier_id_fkey references supplier (id) on delete cascade,
      stock_id bigint not null constraint supplier_stock_stock_id_fkey references stock (id) on delete cascade,
      supplier_sku text not null default '',
      cost_minor bigint not null check (cost_minor >= 0),
      min_qty int not null default 1 constraint supplier_stock_min_qty_check check (min_qty > 0),
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint supplier_stock_stock_id_unique unique (supplier_id, stock_id)
    );
    create index supplier_stock_stock on supplier_stock (stock_id);

    create sequence purchase_order_number_seq;

    create table purchase_order (
      id bigint generated always as identity primary key,
      number text constraint purchase_order_number_unique unique,
      supplier_id bigint not null constraint purchase_order_supplier_id_fkey references supplier (id),
      warehouse_id bigint not null constraint purchase_order_warehouse_id_fkey references warehouse (id),
      status text not null default 'draft',
      currency text not null,
      exchange_rate numeric(18, 8) not null constraint purchase_order_exchange_rate_check check (exchange_rate > 0),
      ordered_at timestamptz,
      expected_at date,
      subtotal_minor bigint not null default 0,
      discount_minor bigint not null default 0 constraint purchase_order_discount_check check (discount_minor >= 0),
      freight_minor bigint not null default 0 constraint purchase_order_freight_check check (freight_minor >= 0),
      total_minor bigint not null default 0,
      base_total_minor bigint not null default 0,
      remark text not null default '',
      created_by bigint references account (id) on delete set null,
      approved_by bigint references account (id) on delete set null,
      closed_reason text not null default '',
      mails_wanted int not null default 0,
      mails_sent int not null default 0,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index purchase_order_supplier on purchase_order (supplier_id, id);
    create index purchase_order_status on purchase_order (status, id);

    -- How much more than ordered may come is a setting; beyond it staff say so and the order becomes abnormal.
    create table purchase_order_line (
      id bigint generated always as identity primary key,
      po_id bigint not null references purchase_order (id) on delete cascade,
      stock_id bigint not null constraint purchase_order_line_stock_id_fkey references stock (id),
      supplier_sku text not null default '',
      quantity int not null constraint purchase_order_line_quantity_check check (quantity > 0),
      unit_cost_minor bigint not null constraint purchase_order_line_unit_cost_check check (unit_cost_minor >= 0),
      discount_minor bigint not null default 0
        constraint purchase_order_line_discount_check check (discount_minor between 0 and unit_cost_minor * quantity),
      received_quantity int not null default 0 check (received_quantity >= 0),
      rejected_quantity int not null default 0 check (rejected_quantity >= 0),
      closed_quantity int not null default 0 check (closed_quantity >= 0),
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index purchase_order_line_order on purchase_order_line (po_id, id);
    create index purchase_order_line_stock on purchase_order_line (stock_id);

    create sequence goods_receipt_number_seq;

    create table goods_receipt (
      id bigint generated always as identity primary key,
      number text not null constraint goods_receipt_number_unique unique,
      po_id bigint not null constraint goods_receipt_po_id_fkey references purchase_order (id),
      warehouse_id bigint not null references warehouse (id),
      received_at timestamptz not null default now(),
      received_by bigint references account (id) on delete set null,
      delivery_note text not null default '',
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index goods_receipt_order on goods_receipt (po_id, id);

    create table goods_receipt_line (
      id bigint generated always as identity primary key,
      receipt_id bigint not null references goods_receipt (id),
      po_line_id bigint not null references purchase_order_line (id),
      stock_id bigint not null references stock (id),
      inventory_id bigint,
      accepted int not null,
      rejected int not null,
      expiry_date date,
      lot_code text,
      reason text not null default '',
      unit_cost_minor bigint not null,
      base_unit_cost_minor bigint not null,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint goods_receipt_line_not_empty check (accepted <> 0 or rejected <> 0)
    );
    create index goods_receipt_line_receipt on goods_receipt_line (receipt_id, id);
    create index goods_receipt_line_order_line on goods_receipt_line (po_line_id, id);

    create table supplier_payment (
      id bigint generated always as identity primary key,
      po_id bigint not null constraint supplier_payment_po_id_fkey references purchase_order (id),
      amount_minor bigint not null constraint supplier_payment_amount_check check (amount_minor > 0),
      method text not null,
      reference text not null default '',
      paid_at date not null,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index supplier_payment_order on supplier_payment (po_id, id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table supplier_payment, goods_receipt_line, goods_receipt, purchase_order_line, purchase_order, supplier_stock, supplier;
    drop sequence goods_receipt_number_seq, purchase_order_number_seq`)
}
