import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table product add is_approval_required boolean not null default false;
    -- Forms belong to another plugin, which may not be there: no foreign key.
    alter table product add form_id bigint;

    create table product_commission (
      id bigint generated always as identity primary key,
      product_id bigint not null references product (id) on delete cascade,
      name text not null,
      percentage numeric(5, 2) not null constraint product_commission_percentage_check check (percentage between 0 and 100),
      "order" int not null default 0,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint product_commission_name_unique unique (product_id, name)
    );

    alter table stock add weight_g int constraint stock_weight_g_check check (weight_g >= 0);
    alter table stock add recover boolean not null default false;
    alter table stock add deleted_at timestamptz;
    update stock s set deleted_at = p.deleted_at from product p where p.id = s.product_id and p.deleted_at is not null;
    -- Codes of a deleted product can be used again; its rows stay for orders and the ledger.
    alter table stock drop constraint stock_sku_unique, drop constraint stock_barcode_unique;
    create unique index stock_sku_unique on stock (sku) where deleted_at is null;
    create unique index stock_barcode_unique on stock (barcode) where deleted_at is null;
    create index stock_sku on stock (sku text_pattern_ops);
    create index stock_barcode on stock (barcode text_pattern_ops);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view if exists inventory_history;
    drop index stock_sku_unique, stock_barcode_unique, stock_sku, stock_barcode;
    alter table stock add constraint stock_sku_unique unique (sku), add constraint stock_barcode_unique unique (barcode);
    alter table stock drop deleted_at, drop recover, drop weight_g;
    drop table product_commission;
    alter table product drop form_id, drop is_approval_required;
  `)
}
