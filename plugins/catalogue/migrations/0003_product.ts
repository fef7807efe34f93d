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

    -- The newest movements of each product, as its form shows them.
    create view inventory_history as
    select m.id, p.id as product_id, m.created_at, m.created_at as updated_at, m.place as "order", m.created_at as date, m.sku, m.option, m.type,
      m.warehouse, m.action, m.reason, m.remark, m.actor as "user"
    from product p cross join lateral (
      select x.id, x.created_at, x.type, x.reason, x.remark, x.actor, s.sku, w.name as warehouse, to_char(x.quantity, 'FMSG999999990') || ' → ' || x.balance_after as action,
        coalesce((select string_agg(v.value, ' / ' order by o."order", o.id) from jsonb_each_text(s.values) v
          left join product_option o on o.product_id = s.product_id and o.key = v.key), '') as option,
        row_number() over (order by x.id desc)::int as place
      from stock s cross join lateral (
        select i.id, i.created_at, i.warehouse_id, i.type, i.quantity, i.balance_after, i.reason, i.remark, i.actor
        from inventory_movement i where i.stock_id = s.id order by i.id desc limit 100) x
      left join warehouse w on w.id = x.warehouse_id
      where s.product_id = p.id order by x.id desc limit 100) m;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view inventory_history;
    drop index stock_sku_unique, stock_barcode_unique, stock_sku, stock_barcode;
    alter table stock add constraint stock_sku_unique unique (sku), add constraint stock_barcode_unique unique (barcode);
    alter table stock drop deleted_at, drop recover, drop weight_g;
    drop table product_commission;
    alter table product drop form_id, drop is_approval_required;
  `)
}
