import { type Ctx, localizedSql, sql, type Sql } from 'stoa'

/** The first two text answers in form order and in the reader's language, for lists. Name and e-mail address have columns of their own. */
export const firstAnswers = ({ language, mainLanguage }: Ctx): Sql => sql`(
  select coalesce(string_agg(left(said.answer, 80), ' · ' order by said.place), '') from (
    select coalesce((select ${localizedSql(sql`(o.value -> 'label')`, language, mainLanguage)} from jsonb_array_elements(field.value #> '{additional_options,options}') o
        where o.value ->> 'value' = t.answers ->> (field.value ->> 'key')), t.answers ->> (field.value ->> 'key')) as answer,
      tab.ordinality * 1000 + field.ordinality as place
    from jsonb_array_elements(t.shape -> 'tabs') with ordinality tab, jsonb_array_elements(tab.value -> 'fields') with ordinality field
    where field.value ->> 'type' in ('text', 'textarea', 'single_select')
      and field.value ->> 'key' not in ('first_name', 'last_name', 'name', 'email') and t.answers ? (field.value ->> 'key')
    order by place limit 2) said)`
