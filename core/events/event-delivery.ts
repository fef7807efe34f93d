import { type Ctx, type Kernel, systemCtx } from '../context.ts'
import { sql } from '../db/sql.ts'
import { t } from '../http/shapes.ts'
import { defineJob, type JobPayload } from './job-definition.ts'

type Listener = (payload: unknown, ctx: Ctx) => Promise<void>

/** Job: delivers all pending events of a subject to a plugin, one after the other. */
export const DELIVER_EVENTS = defineJob({
  name: 'core/tell',
  payload: { plugin: t.text(), subject: t.text() },
  key: ({ plugin, subject }) => `tell ${plugin} ${subject}`,
  serial: true,
})

/** Job: delivers missed events to a plugin that was switched off. */
export const CATCH_UP = defineJob({ name: 'core/catch-up', payload: { plugin: t.text(), since: t.text() } })

const findPlugin = (kernel: Kernel, plugin: string) => kernel.registry.plugins.find(({ id }) => id === plugin)

/** Calls a plugin's listener of an event. An event without a listener counts as delivered. */
export async function callListener(kernel: Kernel, plugin: string, event: string, payload: unknown): Promise<void> {
  const listeners = findPlugin(kernel, plugin)?.on as Readonly<Record<string, Listener>> | undefined
  await listeners?.[event]?.(payload, systemCtx(kernel, `${plugin} on ${event}`))
}

/** Deletes each event after it was delivered. Events of a plugin that is switched off stay until it returns. */
export async function deliverEvents({ plugin, subject }: JobPayload<typeof DELIVER_EVENTS>, { kernel }: Ctx): Promise<void> {
  const next = (deliveredId: number) =>
    kernel.db.one<{ id: number; event: string; payload: unknown }>(sql`
      with delivered as (delete from event_due where id = ${deliveredId})
      select id, event, payload from event_due where plugin = ${plugin} and subject = ${subject} and id <> ${deliveredId} order by id limit 1`)
  for (let due = findPlugin(kernel, plugin) && (await next(0)); due; due = await next(due.id))
    await callListener(kernel, plugin, due.event, due.payload)
}

/** @throws Error when the plugin is not loaded in this process: another process or a later attempt will deliver. */
export async function catchUp({ plugin, since }: JobPayload<typeof CATCH_UP>, ctx: Ctx): Promise<void> {
  const restoredPlugin = findPlugin(ctx.kernel, plugin)
  if (!restoredPlugin) throw new Error(`"${plugin}" is switched off in this process`)
  await restoredPlugin.catchUp?.(ctx, new Date(since))
  for (const { catchUpWith } of ctx.kernel.registry.plugins) await catchUpWith?.(ctx, plugin, new Date(since))
}
