import type { Knex } from 'knex'

/**
 * Prices of stocks for a time, for some people, from a quantity on, or in a currency. What everybody pays at this moment is the view
 * `stock_price_now`; the shelf keeps what it comes to, and the moment at which that changes by itself.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(tables)
  await knex.raw(
    shelve('least(s.price_minor, s.special_price_minor, (select min(d.price_minor) from stock_price_now d where d.stock_id = s.id))', next),
  )
  await knex.raw(due)
}

const tables = `
  create table stock_price (
    id bigint generated always as identity primary key,
    stock_id bigint not null constraint stock_price_stock_id_fkey references stock (id) on delete cascade,
    price_minor bigint not null check (price_minor >= 0),
    title jsonb,
    -- Rows of plugins that may be off: then nobody is in such a group or tier, and the price is nobody's.
    customer_group_id bigint,
    membership_id bigint,
    min_quantity int not null default 1 check (min_quantity between 1 and 9999),
    currency text,
    starts_at timestamptz,
    ends_at timestamptz check (ends_at > starts_at),
    enabled boolean not null default true,
    version int not null default 1,
    ext jsonb not null default '{}',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    -- A list that is brought in twice is there once.
    constraint stock_price_starts_at_unique
      unique nulls not distinct (stock_id, customer_group_id, membership_id, currency, min_quantity, starts_at)
  );
  create view stock_price_now as select stock_id, price_minor from stock_price
    where enabled and customer_group_id is null and membership_id is null and currency is null and min_quantity = 1
      and (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now());
  create index stock_price_all on stock_price (stock_id, price_minor)
    where enabled and customer_group_id is null and membership_id is null and currency is null and min_quantity = 1;

  alter table product_shelf add column reprice_at timestamptz;
  create index product_shelf_reprice on product_shelf (reprice_at) where reprice_at is not null;`

const next = `(select min(b.at) from stock s join stock_price d on d.stock_id = s.id cross join lateral (values (d.starts_at), (d.ends_at)) b(at)
        where s.product_id = p.id and s.visibled and d.enabled and d.customer_group_id is null and d.membership_id is null
          and d.currency is null and d.min_quantity = 1 and b.at > now())`

/** What puts products on the shelf. `pay` is what stock `s` costs, `reprice` when that is another for product `p`. */
const shelve = (pay: string, reprice?: string) => `
  create or replace function stoa_shelve(ids bigint[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
  begin
    insert into product_shelf (product_id) select p.id from product p where p.id = any(ids) order by p.id on conflict do nothing;
    -- Locked before it is read, so that of two transactions the later one sees what the earlier one did.
    perform 1 from product_shelf s where s.product_id = any(ids) order by s.product_id for update;
    update product_shelf x set
      shown = p.visibled and p.deleted_at is null, brand_id = p.brand_id,
      is_new = p.is_new, is_featured = p.is_featured, is_hot = p.is_hot,
      lowest_minor = price.lowest, highest_minor = price.highest, was_minor = price.was,
      in_stock = not p.track_inventories or stoa_in_stock(p.id),
      facets = array(
        select a.key || ':' || v.code from product_attribute pa join attribute a on a.id = pa.attribute_id
          join product_attribute_value l on l.product_attribute_id = pa.id join attribute_value v on v.id = l.attribute_value_id where pa.product_id = p.id
        union select a.key || ':' || case a.input when 'bool' then pa.flag::int::text else trim_scale(pa.number)::text end
          from product_attribute pa join attribute a on a.id = pa.attribute_id
          where pa.product_id = p.id and (a.input = 'bool' or a.input = 'number' and pa.number is not null)
        union select o.key || ':' || o.value from stock s, jsonb_each_text(s.values) o where s.product_id = p.id and s.visibled
        order by 1),
      ${reprice ? `reprice_at = ${reprice},` : ''}
      seen = pg_current_xact_id()
    from product p
      left join lateral (select min(c.pay) as lowest, max(c.pay) as highest, (array_agg(c.price order by c.pay, c.id))[1] as was
        from (select s.id, s.price_minor as price, ${pay} as pay from stock s where s.product_id = p.id and s.visibled) c) price on true
    where p.id = any(ids) and x.product_id = p.id;
  end $$;`

const due = `
  create function stoa_price_due() returns trigger language plpgsql as $$
  declare
    pid bigint;
  begin
    for pid in select distinct s.product_id from stock s where s.id in (new.stock_id, old.stock_id) order by 1 loop
      perform 1 from product_shelf where product_id = pid and seen = pg_current_xact_id();
      if not found then perform stoa_shelve(array[pid]); end if;
    end loop;
    return null;
  end $$;
  create constraint trigger stock_price_shelved after insert or update or delete on stock_price
    deferrable initially deferred for each row execute function stoa_price_due();`

export async function down(knex: Knex): Promise<void> {
  await knex.raw(shelve('least(s.price_minor, s.special_price_minor)'))
  await knex.raw(`
    drop view stock_price_now;
    drop table stock_price;
    drop function stoa_price_due();
    alter table product_shelf drop column reprice_at;
    select stoa_shelve(array(select id from product))`)
}
