import { hasPermission, type Ctx, route, t } from 'stoa'
import { BADGES } from '../services/badges.ts'
import { MOST_COUNTED, readQueues } from '../services/queues.ts'

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
    const [queues, badges] = await Promise.all([readQueues(ctx), findBadges(ctx)])
    return { data: { ...Object.fromEntries(queues.map(({ resource, count }) => [resource.name, count])), ...badges } }
  },
})
