import { type Ctx, type Kernel, systemCtx } from '../context.ts'
import { sql } from '../db/sql.ts'
import { t } from '../http/shapes.ts'
import { defineJob, type Told } from './queueable.ts'

type Listener = (payload: unknown, ctx: Ctx) => Promise<void>

/** Tells a plugin all it has yet to hear of a subject, one after the other. */
export const TELL = defineJob({
  name: 'core/tell',
  payload: { plugin: t.text(), subject: t.text() },
  key: ({ plugin, subject }) => `tell ${plugin} ${subject}`,
  inTurn: true,
})

/** Lets a plugin that was switched off make up for what it missed. */
export const CATCH_UP = defineJob({ name: 'core/catch-up', payload: { plugin: t.text(), since: t.text() } })

const find = (kernel: Kernel, plugin: string) => kernel.registry.plugins.find(({ id }) => id === plugin)

/** Calls a plugin's listener of an event, where it has one; one that is no longer there has heard it. */
export async function hear(kernel: Kernel, plugin: string, event: string, payload: unknown): Promise<void> {
  const listeners = find(kernel, plugin)?.on as Readonly<Record<string, Listener>> | undefined
  await listeners?.[event]?.(payload, systemCtx(kernel, `${plugin} on ${event}`))
}

/** What waits is forgotten once it was heard. What a plugin that is switched off has yet to hear stays until it is back. */
export async function tell({ plugin, subject }: Told<typeof TELL>, { kernel }: Ctx): Promise<void> {
  const next = (heard: number) =>
    kernel.db.one<{ id: number; event: string; payload: unknown }>(sql`
      with forgotten as (delete from event_due where id = ${heard})
      select id, event, payload from event_due where plugin = ${plugin} and subject = ${subject} and id <> ${heard} order by id limit 1`)
  for (let due = find(kernel, plugin) && (await next(0)); due; due = await next(due.id)) await hear(kernel, plugin, due.event, due.payload)
}

/** @throws Error when this process is without the plugin: another one, or a later try, will have it. */
export async function catchUp({ plugin, since }: Told<typeof CATCH_UP>, ctx: Ctx): Promise<void> {
  const back = find(ctx.kernel, plugin)
  if (!back) throw new Error(`"${plugin}" is switched off in this process`)
  await back.catchUp?.(ctx, new Date(since))
  for (const { othersBack } of ctx.kernel.registry.plugins) await othersBack?.(ctx, plugin, new Date(since))
}
