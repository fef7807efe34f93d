import { hasPermission, type Ctx, id as name, join, route, sql, t } from 'stoa'
import { planList, verbPermission } from 'stoa/engine'
import { BADGES } from '../services/badges.ts'

/** Counting stops here. */
const MOST_COUNTED = 100

/** Number of waiting rows of each list whose menu entry names a queue, by resource, in one query. */
async function findQueues(ctx: Ctx): Promise<Record<string, number>> {
  const { kernel } = ctx
  const queues = kernel.registry.plugins
    .flatMap((p) => [...(p.admin?.menu ?? [])])
    .flatMap((m) => ('resource' in m && m.queue ? [{ r: kernel.registry.resources.get(m.resource), queue: m.queue }] : []))
    .flatMap(({ r, queue }) => (r && hasPermission(ctx.actor, verbPermission('get', r.name)) ? [{ r, queue }] : []))
  if (queues.length === 0) return {}
  const counts = queues.map(
    ({ r, queue }) =>
      sql`(select count(*) from (select 1 from ${name(r.table)} t where ${planList(ctx, r, queue).where} limit ${MOST_COUNTED}) q) as ${name(r.name)}`,
  )
  return (await kernel.db.one<Record<string, number>>(sql`select ${join(counts)}`)) ?? {}
}

/** Badges that plugins count themselves, by the name of the contribution. */
async function findBadges(ctx: Ctx): Promise<Record<string, number>> {
  const visibleBadges = [...ctx.kernel.contributions(BADGES)].filter(
    ([, { needs }]) => needs === undefined || hasPermission(ctx.actor, needs),
  )
  return Object.fromEntries(await Promise.all(visibleBadges.map(async ([key, badge]) => [key, await badge.count(ctx, MOST_COUNTED)])))
}

/** `GET /api/admin/badges`: number of waiting items of menu entries, by resource or badge name; 0 to 100, where 100 means "99 and more". */
export const queueRoute = route({
  on: 'GET /badges',
  id: 'desk.badges',
  summary: 'Number of pending records of menu entries',
  open: 'signed-in',
  response: t.object({ data: t.record(t.int('100 stands for more than 99.')) }),
  run: async ({ ctx }) => {
    const [queues, badges] = await Promise.all([findQueues(ctx), findBadges(ctx)])
    return { data: { ...queues, ...badges } }
  },
})
