import { type Ctx, defineJob, sql, t, type Tx } from 'stoa'

/** The moves of landing pages that follow the clock. */
export const scheduledTransitions = {
  name: 'landing_page',
  transitions: {
    go_live: { from: ['pending'], to: 'published', manual: false },
    wait: { from: ['published'], to: 'pending', manual: false },
  },
} as const

/** Looks at a landing page again at its hour. */
export const GO_LIVE = defineJob({ name: 'content/go-live', payload: { id: t.id() }, key: ({ id }) => `go-live ${id}` })

/**
 * Brings the status of a landing page in line with its hour: published from `published_at` on, pending before.
 * Running it again changes nothing.
 */
export async function settle(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  const page = await tx.one<{ status: string; due: boolean; published_at: string }>(
    sql`select l.status, l.published_at <= now() as due, l.published_at from landing_page l where l.id = ${id} for update`,
  )
  if (!page) return
  const { resources } = ctx.kernel
  if (page.status === 'pending' && page.due) await resources.transitionIn(tx, ctx, scheduledTransitions, id, 'go_live')
  if (page.status === 'published' && !page.due) await resources.transitionIn(tx, ctx, scheduledTransitions, id, 'wait')
  if (!page.due && ['pending', 'published'].includes(page.status)) tx.enqueue(GO_LIVE, { id }, { runAt: new Date(page.published_at) })
}

/** Job: a landing page's hour has come. */
export async function goLive(id: number, ctx: Ctx): Promise<void> {
  await ctx.kernel.transaction((tx) => settle(tx, ctx, id))
}
