import type { Knex } from 'knex'

/** An expression for the pairs of neighbouring characters of a text, and each Chinese character by itself. "|" marks where a text begins. */
const pairs = (value: string) => `(select coalesce(array_agg(distinct e), '{}') from (
      select substr(${value}, n, 2) as e from generate_series(1, char_length(${value}) - 1) n
      union all select c from string_to_table(${value}, null) c where ascii(c) between 13312 and 40959) x
    where right(e, 1) <> '|')`

/**
 * The search index of many products is computed set by set: a text that several of them share, such as the title of their brand or
 * category, is folded once, and no function is called for each product. The result is the same as before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
  create or replace function stoa_pairs(value text) returns text[] language sql immutable parallel safe as $$
    select ${pairs('value')}
  $$;

  create or replace function stoa_index(ids bigint[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
  begin
    with
      p as materialized (select id, sku, name, brand_id from product where id = any(ids) and deleted_at is null),
      texts as materialized (
        select p.id, 'name' as part, n.value as text from p, jsonb_each_text(p.name) n where n.value <> ''
        union all select p.id, 'code', p.sku from p
        -- Behind an offset, stocks are read by the index whatever the size of the table was when this was planned.
        union all select p.id, c.part, c.text from p
          cross join lateral (select s.sku, s.barcode from stock s where s.product_id = p.id offset 0) s
          cross join lateral (values ('code', s.sku), ('barcode', s.barcode)) c (part, text) where c.text is not null
        union all select p.id, 'title', t.value from p join brand b on b.id = p.brand_id, jsonb_each_text(b.title) t
        union all select p.id, 'title', t.value from p join product_category l on l.product_id = p.id
          join category c on c.id = l.category_id, jsonb_each_text(c.title) t),
      folded as materialized (select t.text, stoa_fold(t.text) as words from (select distinct text from texts) t),
      parts as materialized (
        select t.id, '|' || coalesce(string_agg(distinct f.words, '|') filter (where t.part = 'name'), '') || '|' as name_words,
          array_agg(distinct replace(f.words, ' ', '')) filter (where t.part = 'code') as codes,
          array_agg(replace(f.words, ' ', '')) filter (where t.part = 'barcode') as barcodes,
          string_agg(distinct replace(f.words, ' ', ''), '|') filter (where t.part = 'title') as titles
        from texts t join folded f on f.text = t.text group by t.id),
      rows as materialized (
        select id, name_words, replace(name_words, ' ', '') as name_text,
          '|' || array_to_string(codes, '|') || coalesce('|' || titles, '') || '|' as more_text, codes || barcodes as exact
        from parts)
    insert into product_search (product_id, name_words, name_text, more_text, name_pairs, more_pairs, seen)
    select r.id, r.name_words, r.name_text, r.more_text, ${pairs('r.name_text')},
      ${pairs('r.more_text')} || array(select '=' || c from unnest(r.exact) c), pg_current_xact_id()
    from rows r
    order by r.id
    on conflict (product_id) do update set name_words = excluded.name_words, name_text = excluded.name_text, more_text = excluded.more_text,
      name_pairs = excluded.name_pairs, more_pairs = excluded.more_pairs, seen = excluded.seen;
  end $$;`)
}

/** The functions before these wrote the same rows, only slower. */
export async function down(): Promise<void> {}
