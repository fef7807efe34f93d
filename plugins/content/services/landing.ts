import { type Ctx, defineJob, sql, t, type Tx } from 'stoa'

/** Transitions of landing pages that depend on the time. */
export const scheduledTransitions = {
  name: 'landing_page',
  transitions: {
    go_live: { from: ['pending'], to: 'published', manual: false },
    wait: { from: ['published'], to: 'pending', manual: false },
  },
} as const

/** Updates the status of a landing page at its publication time. */
export const GO_LIVE = defineJob({ name: 'content/go-live', payload: { id: t.id() }, key: ({ id }) => `go-live ${id}` })

/** Sets the status of a landing page from its publication time: published from `published_at` on, pending before. Idempotent. */
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

/** Job: the publication time of a landing page has come. */
export async function goLive(id: number, ctx: Ctx): Promise<void> {
  await ctx.kernel.transaction((tx) => settle(tx, ctx, id))
}
