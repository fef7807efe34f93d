import type { Kernel } from '../../core/context.ts'
import { sql } from '../../core/db/sql.ts'
import { CATCH_UP, DELIVER_EVENTS } from '../../core/events/event-delivery.ts'

/**
 * Records which plugins are installed, and since when others are absent. A plugin that returns gets its pending events and
 * `catchUp` with the time it was switched off, because events emitted meanwhile were not queued for it. Safe for several processes
 * starting at once.
 */
export async function recordPresence(kernel: Kernel): Promise<void> {
  const loadedPlugins = kernel.registry.plugins.map(({ id }) => id)
  await kernel.transaction(async (tx) => {
    await tx.run(sql`insert into plugin_presence (plugin) select unnest(${loadedPlugins}::text[]) on conflict do nothing`)
    await tx.run(sql`update plugin_presence set away_since = now() where away_since is null and plugin <> all(${loadedPlugins}::text[])`)
    const restoredPlugins = await tx.rows<{ plugin: string; since: string }>(sql`
      update plugin_presence p set away_since = null
      from (select plugin, away_since from plugin_presence where away_since is not null and plugin = any(${loadedPlugins}::text[]) order by plugin for update) away
      where p.plugin = away.plugin returning p.plugin, away.away_since as since`)
    if (restoredPlugins.length === 0) return
    for (const entry of restoredPlugins) tx.enqueue(CATCH_UP, { plugin: entry.plugin, since: new Date(entry.since).toISOString() })
    const waiting = await tx.rows<{ plugin: string; subject: string }>(
      sql`select distinct plugin, subject from event_due where plugin = any(${restoredPlugins.map(({ plugin }) => plugin)}::text[])`,
    )
    for (const delivery of waiting) tx.enqueue(DELIVER_EVENTS, delivery)
  })
}
