import { allows, id as name, join, route, sql, t } from '#core'
import { planList, verbPermission } from '#core/engine'

/** Beyond this a queue is only said to be long. */
const MOST_COUNTED = 100

/**
 * `GET /api/admin/badges`: how much work waits in each list whose menu entry names a queue, by resource; 0 to 100,
 * where 100 stands for "99 and more". One statement for all of them.
 */
export const queueRoute = route({
  on: 'GET /badges',
  id: 'desk.badges',
  summary: 'How much work waits in each list of the menu',
  open: 'signed-in',
  answer: t.object({ data: t.record(t.int('100 stands for 99 and more.')) }),
  run: async ({ kernel, ctx }) => {
    const queues = kernel.registry.plugins
      .flatMap((p) => [...(p.admin?.menu ?? [])])
      .flatMap((m) => ('resource' in m && m.queue ? [{ r: kernel.registry.resources.get(m.resource), queue: m.queue }] : []))
      .flatMap(({ r, queue }) => (r && allows(ctx.actor, verbPermission('get', r.name)) ? [{ r, queue }] : []))
    if (queues.length === 0) return { data: {} }
    const counts = queues.map(
      ({ r, queue }) =>
        sql`(select count(*) from (select 1 from ${name(r.table)} t where ${planList(ctx, r, queue).where} limit ${MOST_COUNTED}) q) as ${name(r.name)}`,
    )
    return { data: (await kernel.db.one<Record<string, number>>(sql`select ${join(counts)}`)) ?? {} }
  },
})
