import { basic, type Ctx, id as name, join, literal, localizedSql, type ExtensionPoint, sql, type Sql, translateMessages } from 'stoa'
import { CONDITIONS, ACTIONS, type ConditionPiece } from './extension-points.ts'

/** Placeholder around the name of a value while a sentence is built. It occurs in no translation. */
const GAP = '\u0001'

type Words = Pick<ConditionPiece, 'value' | 'of' | 'options' | 'names' | 'say'>

/** The names of rows, given their ids as a JSON array. */
function namesSql(ctx: Ctx, resource: string, ids: Sql): Sql {
  const { table, title } = ctx.kernel.registry.resource(resource)
  const column = sql`r.${name(title.column ?? 'id')}`
  const nameSql = title.meta.localized ? localizedSql(column, ctx.language, ctx.mainLanguage) : column
  return sql`(select string_agg(${nameSql}, ', ' order by i.n) from jsonb_array_elements_text(${ids}) with ordinality i(id, n)
    join ${name(table)} r on r.id = i.id::bigint)`
}

/** The items that a value selects; all items when it selects none. */
function goodsSql(ctx: Ctx, piece: Words, value: Sql): Sql {
  const parts = Object.entries(piece.of ?? {})
    .filter(([field]) => ['products', 'categories', 'brands'].includes(field))
    .map(([field, resource]) => namesSql(ctx, resource, sql`coalesce(nullif(${value}->${literal(field)}, 'null'), '[]')`))
  const all = literal(ctx.kernel.i18n.t(ctx.language, 'promotion:say.all'))
  return parts.length === 0 ? all : sql`coalesce(nullif(concat_ws(', ', ${join(parts)}), ''), ${all})`
}

function valueSql(ctx: Ctx, piece: Words, field: string, value: Sql): Sql {
  if (field === 'goods') return goodsSql(ctx, piece, value)
  const fieldSql = sql`${value}->${literal(field)}`
  const names = piece.names?.[field]
  if (names) return names(ctx, sql`(${value}->>${literal(field)})::bigint`)
  const resource = piece.of?.[field]
  if (resource)
    return namesSql(
      ctx,
      resource,
      sql`case jsonb_typeof(${fieldSql}) when 'array' then ${fieldSql} else jsonb_build_array(${fieldSql}) end`,
    )
  return sql`case jsonb_typeof(${fieldSql}) when 'array' then (select string_agg(e, ', ') from jsonb_array_elements_text(${fieldSql}) e) else ${fieldSql} #>> '{}' end`
}

/** Describes a part of a rule in the language of the reader. The case expression covers all types, so that a page of rules is one query. */
function partSql(ctx: Ctx, point: ExtensionPoint<ConditionPiece>, part: Sql): Sql {
  const value = sql`(${part}->'value')`
  const cases = [...ctx.kernel.contributions(point)].map(([type, piece]) => {
    const gaps = Object.fromEntries([...Object.keys(piece.value), 'goods'].map((field) => [field, `${GAP}${field}${GAP}`]))
    const [sentence = ''] = translateMessages(ctx.kernel, ctx.language, [piece.say(gaps)]) as string[]
    // Every second element of the split is the name of a value.
    const words = sentence.split(GAP).map((words, i) => (i % 2 === 1 ? valueSql(ctx, piece, words, value) : literal(words)))
    return sql`when ${literal(type)} then concat(${join(words)})`
  })
  return sql`case ${part}->>'type' ${join(cases, ' ')} else ${part}->>'type' end`
}

/** Describes the actions of a rule; `t` is the rule. */
export const describeRuleSql = (ctx: Ctx): Sql =>
  sql`(select string_agg(${partSql(ctx, ACTIONS as unknown as ExtensionPoint<ConditionPiece>, sql`a.part`)}, ' · ' order by a.n)
    from jsonb_array_elements(t.actions) with ordinality a(part, n))`

const word = (ctx: Ctx, key: string) => literal(ctx.kernel.i18n.t(ctx.language, `promotion:list.${key}`))

/** Describes the trigger and the conditions of a rule. */
export const describeAudienceSql = (ctx: Ctx): Sql => sql`concat_ws(' · ', case t.trigger when 'code' then ${word(ctx, 'by_code')} end,
  (select string_agg(g.said, ${word(ctx, 'or')} order by g.n) from (
    select q.n, (select string_agg(${partSql(ctx, CONDITIONS, sql`c.part`)}, ', ' order by c.n) from jsonb_array_elements(q.parts) with ordinality c(part, n)) as said
    from jsonb_array_elements(t.conditions) with ordinality q(parts, n)) g),
  case when t.conditions = '[]' and t.trigger = 'automatic' then ${word(ctx, 'everybody')} end)`

/** Describes the active period of a rule: dates, weekdays and hours in local time. */
export function describeTimesSql(ctx: Ctx): Sql {
  const zone = ctx.kernel.settings.of(basic).time_zone
  const day = (column: Sql) => sql`to_char(${column} at time zone ${zone}, 'YYYY-MM-DD')`
  const days = literal(JSON.stringify(ctx.kernel.i18n.t(ctx.language, 'promotion:list.weekdays').split('|')))
  return sql`concat_ws(' · ',
    case when t.ends_at <= now() then ${word(ctx, 'ended')} when t.starts_at > now() then ${word(ctx, 'not_yet')} end,
    case when t.starts_at is not null or t.ends_at is not null
      then concat(${day(sql`t.starts_at`)}, ' – ', ${day(sql`t.ends_at`)}) end,
    (select string_agg(${days}::jsonb->>(w - 1), ' ' order by w) from unnest(t.weekdays) w),
    case when t.from_time is not null then concat(to_char(t.from_time, 'HH24:MI'), '–', to_char(t.to_time, 'HH24:MI')) end,
    case when t.starts_at is null and t.ends_at is null and t.weekdays = '{}' and t.from_time is null then ${word(ctx, 'always')} end)`
}

/** Describes the usage of a rule: uses and usage limit, amount spent and budget. */
export const usedSql = sql`(select concat_ws(' · ', concat(count(u.id), ' / ' || t.usage_limit),
    case when t.budget_minor is not null
      then concat(to_char(coalesce(sum(u.amount_minor), 0) / 100.0, 'FM999,999,990.00'), ' / ', to_char(t.budget_minor / 100.0, 'FM999,999,990.00')) end)
  from promotion_usage u where u.promotion_id = t.id and u.released_at is null)`
