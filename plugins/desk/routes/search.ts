import { hasPermission, f, id as name, join, route, sql, t } from 'stoa'
import { planList, titleSql, verbPermission } from 'stoa/engine'
import { Found } from '../api-types.ts'

const MOST_OF_EACH = 5
const LONGEST = 100

/** `GET /api/admin/search?q=`: records of all resources the user may see, found in one query. */
export const searchRoute = route({
  on: 'GET /search',
  id: 'desk.search',
  summary: 'Search records of all types by name',
  open: 'signed-in',
  query: { q: f.text({ maxLength: 10_000, default: '' }) },
  response: t.object({ data: t.list(Found) }),
  run: async ({ kernel, ctx, query }) => {
    const q = query.q.slice(0, LONGEST)
    const searched = [...kernel.registry.resources.values()].filter(
      (r) => r.verbs.includes('get') && r.fields.some((f) => f.meta.search) && hasPermission(ctx.actor, verbPermission('get', r.name)),
    )
    if (q === '' || searched.length === 0) return { data: [] }
    const parts = searched.map(
      (
        r,
        nth,
      ) => sql`(select ${nth}::int as nth, ${r.name}::text as resource, t.id, ${titleSql(r, 't', ctx.language, ctx.mainLanguage)}::text as title
        from ${name(r.table)} t where ${planList(ctx, r, { q }).where} order by t.id desc limit ${MOST_OF_EACH})`,
    )
    // PostgreSQL may run the parts of a union in parallel, in any order, so the result is sorted.
    const found = sql`select resource, id, title from (${join(parts, ' union all ')}) found order by nth, id desc`
    return { data: await kernel.db.rows<Found>(found) }
  },
})
