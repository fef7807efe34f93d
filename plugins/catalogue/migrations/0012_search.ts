import type { Knex } from 'knex'

/** Letters that Unicode does not take apart, and what people type for them on other keyboards. */
const LETTERS: readonly [string, string][] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['þ', 'th'],
  ['ı', 'i'],
]
const unfolded = LETTERS.reduce((inner, [letter, plain]) => `replace(${inner}, '${letter}', '${plain}')`, 'folded')

/**
 * A search is one call of the database: it compares keyword and texts in the same way, and has its plans ready. Letters that have no
 * accent to lose are compared as they are typed without them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter function stoa_fold(text) rename to stoa_fold_letters`)
  await knex.raw(fold)
  await knex.raw(search)
  await knex.raw(
    `select stoa_index(array(select p.id from product p where exists (select from product_search s where s.product_id = p.id
      and s.name_text || s.more_text ~ '[${LETTERS.map(([letter]) => letter).join('')}]')))`,
  )
}

const fold = `
  create function stoa_fold(value text) returns text language plpgsql stable parallel safe as $$
  declare
    folded text := stoa_fold_letters(value);
  begin
    if folded ~ '[${LETTERS.map(([letter]) => letter).join('')}]' then return ${unfolded}; end if;
    return folded;
  end $$`

/**
 * "asked" is the whole keyword and its words. Products that carry every word, the best first: the exact code, the whole name, a name that
 * begins with the keyword, a word of a name that does, a name that holds it, a name that holds its words, any other. Candidates come from
 * the index by the longest word; those with the code or a beginning of the name are looked for apart, so that they are among them where
 * there are more than "reach". With "exact" only the code counts.
 */
const search = `
  create function stoa_search(asked text[], reach int, exact boolean, out ids json, out words text[])
    language plpgsql stable set plan_cache_mode = force_generic_plan as $$
  declare
    phrase text := replace(stoa_fold(asked[1]), ' ', '');
    driver text; driving text[]; beginning text[]; short boolean; several boolean; begins_words text;
  begin
    words := array(select f.word from (select replace(stoa_fold(u.t), ' ', '') as word, u.n from unnest(asked[2:]) with ordinality u(t, n)) f
      where f.word <> '' order by f.n);
    if exact then
      select coalesce(json_agg(c.product_id order by c.product_id desc), '[]') into ids from (select s.product_id from product_search s
        join product_shelf x on x.product_id = s.product_id where x.shown and s.more_pairs @> array['=' || phrase] limit reach) c;
      return;
    end if;
    if cardinality(words) = 0 then
      ids := '[]';
      return;
    end if;
    several := cardinality(words) > 1;
    begins_words := ' ' || words[1];
    select w into driver from unnest(words) with ordinality u(w, n) order by char_length(w) desc, n limit 1;
    short := char_length(driver) = 1 and ascii(driver) not between 13312 and 40959;
    driving := case when short and several then '{}' when short then array['|' || driver] when char_length(driver) = 1 then array[driver] else stoa_pairs(driver) end;
    beginning := array['|' || left(phrase, 1)] || array(select p from unnest(words) w, unnest(stoa_pairs(w)) p);
    select coalesce(json_agg(r.product_id order by r.n), '[]') into ids from (
      select s.product_id, row_number() over (order by min(case when f.exact then 0
        when position('|' || phrase || '|' in s.name_text) > 0 then 1
        when position('|' || phrase in s.name_text) > 0 then 2
        when position(phrase in s.name_text) > 0 and (phrase !~ '^[\\x20-\\x7e]' or position(begins_words in s.name_words) > 0) then 3
        when position(phrase in s.name_text) > 0 then 4
        when not several or not exists (select from unnest(words) w where position(w in s.name_text) = 0) then 5 else 6 end), s.product_id desc) as n
      from (
        select c.product_id, true as exact from (select s.product_id from product_search s where s.more_pairs @> array['=' || phrase] limit 100) c
        union all select b.product_id, false from (select s.product_id from product_search s where s.name_pairs @> beginning
          and position('|' || phrase in s.name_text) > 0 limit 2000) b
        union all select h.product_id, false from (select s.product_id from product_search s
          where (s.name_pairs @> driving or not short and s.more_pairs @> driving)
            and (short or position(driver in s.name_text) > 0 or position(driver in s.more_text) > 0)
            and (not several or not exists (select from unnest(words) w where position(w in s.name_text) = 0
              and (char_length(w) = 1 and ascii(w) not between 13312 and 40959 or position(w in s.more_text) = 0))) limit reach) h) f
        join product_search s on s.product_id = f.product_id join product_shelf x on x.product_id = s.product_id and x.shown
      group by s.product_id, s.name_text, s.name_words order by n limit reach) r;
  end $$`

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop function stoa_search(text[], int, boolean)`)
  await knex.raw(`drop function stoa_fold(text)`)
  await knex.raw(`alter function stoa_fold_letters(text) rename to stoa_fold`)
  await knex.raw(`select stoa_index(array(select id from product))`)
}
