import type { Knex } from 'knex'

/**
 * Planning these statements takes ten times as long as running them for one product, so they are planned once for each
 * connection: a function in SQL, and one that takes an array, would be planned at every call.
 */
const once = 'set plan_cache_mode = force_generic_plan'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter function stoa_fold(text) ${once};
    alter function stoa_shelve(bigint[]) ${once};
    create or replace function stoa_index(ids bigint[]) returns void language plpgsql ${once} as $$
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
    end $$`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter function stoa_fold(text) reset plan_cache_mode;
    alter function stoa_shelve(bigint[]) reset plan_cache_mode;
    alter function stoa_index(bigint[]) reset plan_cache_mode`)
}
