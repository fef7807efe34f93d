import { hasPermission, type Ctx, id, join, sql } from 'stoa'
import type { TagCount } from '../../api-types.ts'

/** Tags in use, most frequent first: values of the field `tags` in every resource the actor may read. */
export async function readTags({ kernel, actor }: Ctx): Promise<TagCount[]> {
  const tagged = [...kernel.registry.resources.values()].filter(
    (r) => r.byName.get('tags')?.meta.kind === 'tags' && hasPermission(actor, `get ${r.name.replaceAll('_', ' ')}`),
  )
  if (tagged.length === 0) return []
  const each = tagged.map(
    (r) => sql`select unnest(t.tags) as name from ${id(r.table)} t ${r.softDelete ? sql`where t.deleted_at is null` : sql``}`,
  )
  const names = tagged.map((r) => r.name)
  return kernel.cache.get(`tags ${names.join()}`, names, 60_000, () =>
    kernel.db.rows<TagCount>(
      sql`select x.name, count(*)::int as count from (${join(each, ' union all ')}) x group by x.name order by 2 desc, 1 limit 1000`,
    ),
  )
}
