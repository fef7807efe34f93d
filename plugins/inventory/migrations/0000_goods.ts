import type { Knex } from 'knex'

/**
 * Warehouses, what lies in them, its ledger, and what is held. They were the catalogue's once: a database from then has them, and
 * keeps them as they are. In either the shelf of the catalogue is told from now on what is in stock.
 */
export async function up(knex: Knex): Promise<void> {
  if (!(await has(knex, 'inventory'))) {
    await knex.raw(tables)
    await knex.raw(ledger)
    await knex.raw(history)
  }
  await knex.raw(shelf)
}

/** A database whose goods are older than this plugin's first tables keeps them. */
export async function down(knex: Knex): Promise<void> {
  if (await has(knex, 'stocktake')) return
  await knex.raw(`
    drop view inventory_history;
    drop table reservation, inventory_movement, inventory, warehouse;
    drop function inventory_movement_stays(), stoa_goods_due(), stoa_warehouse_due();
    create or replace function stoa_in_stock(product bigint) returns boolean language plpgsql stable as $$ begin return true; end $$;
    select stoa_shelve(array(select product_id from product_shelf where not in_stock))`)
}

async function has(knex: Knex, table: string): Promise<boolean> {
  const { rows } = await knex.raw<{ rows: { there: boolean }[] }>('select to_regclass(?) is not null as there', [`public.${table}`])
  return rows[0]?.there ?? false
}

const tables = `
    create table warehouse (
      id bigint generated always as identity primary key,
      code text not null constraint warehouse_code_unique unique,
      name text not null,
      contact_name text not null default '',
      phone text not null default '',
      email text not null default '',
      address text not null default '',
      enabled boolean not null default true,
      priority int not null default 0,
      is_pickup boolean not null default false,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table inventory (
      id bigint generated always as identity primary key,
      stock_id bigint not null references stock (id) on delete cascade,
      warehouse_id bigint not null constraint inventory_warehouse_id_fkey references warehouse (id),
      quantity int not null default 0,
      reserved int not null default 0,
      available_inventories int generated always as (quantity - reserved) stored,
      expiry_date date,
      lot_code text,
      is_discard boolean not null default false,
      visibled boolean not null default true,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint inventory_quantity_check check (reserved >= 0 and reserved <= quantity)
    );
    create index inventory_stock on inventory (stock_id);
    create unique index inventory_warehouse_id_unique on inventory (stock_id, warehouse_id, coalesce(expiry_date, 'infinity'::date), coalesce(lot_code, ''));
    create index inventory_changed on inventory (updated_at);
    create index inventory_expiry on inventory (expiry_date) where expiry_date is not null and quantity > 0;

    create table reservation (
      id bigint generated always as identity primary key,
      inventory_id bigint not null references inventory (id),
      stock_id bigint not null,
      document_type text not null,
      document_id bigint not null,
      line_id bigint,
      quantity int not null check (quantity > 0),
      status text not null default 'pending',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index reservation_document on reservation (document_type, document_id);
    create index reservation_open on reservation (inventory_id) where status = 'pending';`

/** The ledger of goods is only ever added to; lists of it, and of what changed lately, have an index. */
const ledger = `
    create table inventory_movement (
      id bigint generated always as identity primary key,
      inventory_id bigint not null,
      stock_id bigint not null,
      warehouse_id bigint not null,
      type text not null constraint inventory_movement_type_check check (type in
        ('plus', 'minus', 'update', 'transfer_out', 'transfer_in', 'sale', 'return', 'receive', 'discard', 'stocktake', 'import')),
      quantity int not null,
      balance_after int not null,
      reason text not null default '',
      remark text not null default '',
      document_type text,
      document_id bigint,
      pair_id bigint,
      actor text not null default '',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      ext jsonb not null default '{}',
      constraint inventory_movement_quantity_check check (quantity <> 0 and balance_after >= 0)
    );
    create index inventory_movement_line on inventory_movement (inventory_id, id);
    create index inventory_movement_stock on inventory_movement (stock_id, id);
    create index inventory_movement_warehouse on inventory_movement (warehouse_id, id);
    create index inventory_movement_time on inventory_movement (created_at);

    create function inventory_movement_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger of goods is only added to';
    end $$;
    create trigger inventory_movement_stays before update or delete on inventory_movement
      for each row execute function inventory_movement_stays();`

const history = `
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
      where s.product_id = p.id order by x.id desc limit 100) m;`

const late = 'deferrable initially deferred for each row'

/** At the end of each transaction, whoever wrote, the catalogue's shelf hears what can be bought. */
const shelf = `
    -- Planned once for a connection, as the function that asks it is.
    create or replace function stoa_in_stock(product bigint) returns boolean language plpgsql stable as $$
    begin
      return exists (select 1 from stock s join inventory i on i.stock_id = s.id join warehouse w on w.id = i.warehouse_id
        where s.product_id = product and s.visibled and i.quantity > i.reserved and i.visibled and not i.is_discard and w.enabled
          and (i.expiry_date is null or i.expiry_date >= (select business_day())));
    end $$;

    create or replace function stoa_goods_due() returns trigger language plpgsql as $$
    declare
      pid bigint;
    begin
      select product_id into pid from stock where id = coalesce(new.stock_id, old.stock_id);
      -- All that a transaction wrote is there when these run, so once for each product is enough.
      perform 1 from product_shelf where product_id = pid and seen = pg_current_xact_id();
      if not found then perform stoa_shelve(array[pid]); end if;
      return null;
    end $$;

    create or replace function stoa_warehouse_due() returns trigger language plpgsql as $$
    begin
      perform stoa_shelve(array(select distinct s.product_id from inventory i join stock s on s.id = i.stock_id where i.warehouse_id = new.id));
      return null;
    end $$;

    drop trigger if exists inventory_filled on inventory;
    drop trigger if exists inventory_gone on inventory;
    drop trigger if exists inventory_changed on inventory;
    drop trigger if exists warehouse_opened on warehouse;
    -- Each sale changes a line; only the one that empties or fills it matters here.
    create constraint trigger inventory_filled after insert on inventory ${late} when (new.quantity > new.reserved) execute function stoa_goods_due();
    create constraint trigger inventory_gone after delete on inventory ${late} when (old.quantity > old.reserved) execute function stoa_goods_due();
    create constraint trigger inventory_changed after update on inventory ${late}
      when ((old.quantity > old.reserved) <> (new.quantity > new.reserved) or (old.visibled, old.is_discard, old.expiry_date, old.warehouse_id)
        is distinct from (new.visibled, new.is_discard, new.expiry_date, new.warehouse_id)) execute function stoa_goods_due();
    create constraint trigger warehouse_opened after update of enabled on warehouse ${late}
      when (old.enabled <> new.enabled) execute function stoa_warehouse_due();

    select stoa_shelve(array(select p.id from product p join product_shelf x on x.product_id = p.id
      where x.in_stock <> (not p.track_inventories or stoa_in_stock(p.id))));`
