import type { Knex } from 'knex'
import { foldPairs } from '../services/lists/fold-chinese.ts'

/**
 * What lists need of a product, kept by the database itself at the end of each transaction, whoever wrote: price to
 * pay, whether it can be bought, what it can be filtered by (`product_shelf`), and its words (`product_search`).
 */
export async function up(knex: Knex): Promise<void> {
  const pairs = foldPairs()
  await knex.raw(`create table search_fold (character text primary key, plain text not null)`)
  await knex.raw(`insert into search_fold select * from unnest(?::text[], ?::text[])`, [[...pairs.keys()], [...pairs.values()]])
  await knex.raw(words)
  await knex.raw(tables)
  await knex.raw(shelve)
  await knex.raw(index)
  await knex.raw(triggers)
  await knex.raw(`
    drop index product_search_old;
    alter table product drop column search_text, drop column search_bigrams;
    drop function stoa_bigrams(text);
    select stoa_shelve(array(select id from product)), stoa_index(array(select id from product));
    analyze search_fold; analyze product_shelf; analyze product_search`)
}

/** How texts are compared: without case, accents, widths, punctuation and the two scripts of Chinese. */
const words = `
  create function stoa_fold(value text) returns text language plpgsql stable parallel safe set plan_cache_mode = force_generic_plan as $$
  declare
    folded text := lower(regexp_replace(normalize(value, NFKD), '[\\u0300-\\u036f]', '', 'g'));
    characters text; plains text;
  begin
    if folded ~ '[\\u3400-\\u9fff]' then
      select string_agg(f.character, ''), string_agg(f.plain, '') into characters, plains
        from search_fold f where f.character = any(string_to_array(folded, null));
      folded := translate(folded, coalesce(characters, ''), coalesce(plains, ''));
    end if;
    return btrim(regexp_replace(folded, '[\\s!-/:-@\\[-\`{-~\\u2000-\\u206f\\u3000-\\u303f]+', ' ', 'g'));
  end $$;

  -- Pairs of neighbouring characters and each Chinese character by itself. "|" marks where a text begins.
  create function stoa_pairs(value text) returns text[] language sql immutable parallel safe as $$
    select coalesce(array_agg(distinct e), '{}') from (
      select c || lead(c) over (order by n) as e from string_to_table(value, null) with ordinality t(c, n)
      union all select c from string_to_table(value, null) c where ascii(c) between 13312 and 40959) x
    where e is not null and right(e, 1) <> '|'
  $$`

const tables = `
  alter index product_search rename to product_search_old;
  create table product_shelf (
    product_id bigint primary key references product (id) on delete cascade,
    shown boolean not null default false,
    brand_id bigint,
    is_new boolean not null default false,
    is_featured boolean not null default false,
    is_hot boolean not null default false,
    lowest_minor bigint,
    highest_minor bigint,
    was_minor bigint,
    in_stock boolean not null default false,
    sold int not null default 0,
    facets text[] not null default '{}',
    seen xid8
  ) with (fillfactor = 85);
  create index product_shelf_newest on product_shelf (product_id) where shown;
  create index product_shelf_cheapest on product_shelf (lowest_minor, product_id) where shown;
  create index product_shelf_dearest on product_shelf (lowest_minor desc nulls last, product_id desc) where shown;
  create index product_shelf_sold on product_shelf (sold desc, product_id desc) where shown;
  create index product_shelf_facets on product_shelf using gin (facets);
  create index product_shelf_brand on product_shelf (brand_id, product_id) where shown;

  create table product_search (
    product_id bigint primary key references product (id) on delete cascade,
    name_words text not null,
    name_text text not null,
    more_text text not null,
    name_pairs text[] not null,
    more_pairs text[] not null,
    seen xid8
  );
  create index product_search_name on product_search using gin (name_pairs);
  create index product_search_more on product_search using gin (more_pairs);`

/** What puts products on the shelf. Whoever counts goods replaces `stoa_in_stock`; until then there is enough of everything. */
export const shelve = `
  create or replace function stoa_in_stock(product bigint) returns boolean language plpgsql stable as $$ begin return true; end $$;

  -- Planned once for a connection: for one product, planning takes ten times as long as running.
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
      seen = pg_current_xact_id()
    from product p
      left join lateral (select min(least(s.price_minor, s.special_price_minor)) as lowest, max(least(s.price_minor, s.special_price_minor)) as highest,
          (array_agg(s.price_minor order by least(s.price_minor, s.special_price_minor), s.id))[1] as was
        from stock s where s.product_id = p.id and s.visibled) price on true
    where p.id = any(ids) and x.product_id = p.id;
  end $$;
`

const index = `
  create function stoa_index(ids bigint[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
  begin
    insert into product_search (product_id, name_words, name_text, more_text, name_pairs, more_pairs, seen)
    select p.id, name.words, replace(name.words, ' ', ''), more.text, stoa_pairs(replace(name.words, ' ', '')),
      stoa_pairs(more.text) || array(select '=' || c from unnest(code.words || bar.codes) c), pg_current_xact_id()
    from product p
      cross join lateral (select '|' || coalesce(string_agg(distinct stoa_fold(n.value), '|'), '') || '|' as words
        from jsonb_each_text(p.name) n where n.value <> '') name
      cross join lateral (select array_agg(distinct replace(stoa_fold(t), ' ', '')) as words
        from (select p.sku as t union select s.sku from stock s where s.product_id = p.id) c) code
      cross join lateral (select array_agg(replace(stoa_fold(s.barcode), ' ', '')) as codes
        from stock s where s.product_id = p.id and s.barcode is not null) bar
      cross join lateral (select '|' || array_to_string(code.words, '|') || coalesce('|' || string_agg(distinct replace(stoa_fold(t), ' ', ''), '|'), '') || '|' as text
        from (select b.value as t from brand, jsonb_each_text(brand.title) b where brand.id = p.brand_id
          union select c.value from product_category l join category on category.id = l.category_id, jsonb_each_text(category.title) c
            where l.product_id = p.id) m) more
    where p.id = any(ids) and p.deleted_at is null
    order by p.id
    on conflict (product_id) do update set name_words = excluded.name_words, name_text = excluded.name_text, more_text = excluded.more_text,
      name_pairs = excluded.name_pairs, more_pairs = excluded.more_pairs, seen = excluded.seen;
  end $$;

  create function stoa_due() returns trigger language plpgsql as $$
  declare
    pid bigint;
  begin
    if tg_table_name = 'product' then pid := new.id;
    elsif tg_table_name = 'product_attribute_value' then
      select product_id into pid from product_attribute where id = coalesce(new.product_attribute_id, old.product_attribute_id);
    else pid := coalesce(new.product_id, old.product_id);
    end if;
    -- All that a transaction wrote is there when these run, so once for each product is enough.
    if tg_argv[0] = 'shelf' then
      perform 1 from product_shelf where product_id = pid and seen = pg_current_xact_id();
      if not found then perform stoa_shelve(array[pid]); end if;
    else
      perform 1 from product_search where product_id = pid and seen = pg_current_xact_id();
      if not found then perform stoa_index(array[pid]); end if;
    end if;
    return null;
  end $$;`

const late = 'deferrable initially deferred for each row'
const triggers = `
  create constraint trigger product_shelved after insert or update of visibled, deleted_at, brand_id, is_new, is_featured, is_hot, track_inventories
    on product ${late} execute function stoa_due('shelf');
  create constraint trigger product_indexed after insert or update of name, sku, brand_id, deleted_at on product ${late} execute function stoa_due('search');
  create constraint trigger product_category_indexed after insert or update or delete on product_category ${late} execute function stoa_due('search');
  create constraint trigger stock_shelved after insert or delete or update of price_minor, special_price_minor, visibled, values, product_id
    on stock ${late} execute function stoa_due('shelf');
  create constraint trigger stock_indexed after insert or delete or update of sku, barcode on stock ${late} execute function stoa_due('search');
  create constraint trigger product_attribute_shelved after insert or update or delete on product_attribute ${late} execute function stoa_due('shelf');
  create constraint trigger product_attribute_value_shelved after insert or update or delete on product_attribute_value ${late} execute function stoa_due('shelf');`

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger product_shelved on product;
    drop trigger product_indexed on product;
    drop trigger product_category_indexed on product_category;
    drop trigger stock_shelved on stock;
    drop trigger stock_indexed on stock;
    drop trigger product_attribute_shelved on product_attribute;
    drop trigger product_attribute_value_shelved on product_attribute_value;
    drop table product_search, product_shelf;
    drop function if exists stoa_warehouse_due(), stoa_goods_due() cascade;
    drop function stoa_due() cascade;
    drop function stoa_index(bigint[]), stoa_shelve(bigint[]), stoa_in_stock(bigint), stoa_pairs(text), stoa_fold(text);
    drop table search_fold;
    create function stoa_bigrams(value text) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(distinct substr(v, n, 2)), '{}')
      from (select regexp_replace(lower(value), '\\\\s+', ' ', 'g') as v) as t, generate_series(1, greatest(char_length(v) - 1, 0)) as n
      where substr(v, n, 2) !~ '\\\\s'
    $$;
    alter table product
      add column search_text text generated always as (lower(sku || ' ' || coalesce(name->>'en-US', '') || ' ' || coalesce(name->>'zh-HK', '') || ' ' || coalesce(name->>'zh-CN', ''))) stored,
      add column search_bigrams text[] generated always as (stoa_bigrams(sku || ' ' || coalesce(name->>'en-US', '') || ' ' || coalesce(name->>'zh-HK', '') || ' ' || coalesce(name->>'zh-CN', ''))) stored;
    create index product_search on product using gin (search_bigrams)`)
}
