import { hasPermission, type Ctx, id as name, join, sql } from 'stoa'
import { planList, type Resource, verbPermission } from 'stoa/engine'

/** Counting stops here. */
export const MOST_COUNTED = 100

/** A list whose menu entry names the rows that wait. */
export interface Queue {
  resource: Resource
  filter: Readonly<Record<string, string>>
  count: number
}

/** The lists with waiting rows that the actor may read, each with their number, in one query. */
export async function readQueues(ctx: Ctx): Promise<Queue[]> {
  const { kernel } = ctx
  const queues = kernel.registry.plugins
    .flatMap((p) => [...(p.admin?.menu ?? [])])
    .flatMap((m) => ('resource' in m && m.queue ? [{ resource: kernel.registry.resources.get(m.resource), filter: m.queue }] : []))
    .flatMap(({ resource, filter }) =>
      resource && hasPermission(ctx.actor, verbPermission('get', resource.name)) ? [{ resource, filter }] : [],
    )
  if (queues.length === 0) return []
  const counts = queues.map(
    ({ resource, filter }) =>
      sql`(select count(*) from (select 1 from ${name(resource.table)} t where ${planList(ctx, resource, filter).where} limit ${MOST_COUNTED}) q) as ${name(resource.name)}`,
  )
  const row = await kernel.db.one<Record<string, number>>(sql`select ${join(counts)}`)
  return queues.map((queue) => ({ ...queue, count: row?.[queue.resource.name] ?? 0 }))
}
