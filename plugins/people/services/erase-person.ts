import { type Ctx, eraseAuditChanges, validationError, recordAudit, sql, message, type Tx } from 'stoa'
import { type PersonalDataHandler, PERSONAL_DATA, type DataSubject } from './personal-data-handler.ts'
import { timeline } from './timeline.ts'
import { findDataSubject } from './data-subject.ts'

/**
 * Forgets somebody: every keeper takes them out of what is theirs, all in one transaction. Documents about money stay as the law
 * wants them, without who they were for. Of an address only a mark is kept, so that no import brings it back. It can be done again,
 * for what came back since with a plugin or a copy of the database.
 * @throws Failed INVALID when the confirmation is not the person's number
 */
export async function erasePerson(tx: Tx, ctx: Ctx, id: number, confirmation: unknown): Promise<void> {
  if (String(confirmation ?? '').trim() !== String(id))
    throw validationError({ confirmation: message('people:error.erase_confirm', { id }) })
  const person = await tx.one(sql`select id from person where id = ${id} and merged_into_id is null for update`)
  if (!person) throw validationError({ confirmation: message('core:rule.not_exists') })
  await tx.run(sql`select id from customer where person_id = ${id} order by id for update`)
  const who = await findDataSubject(ctx.kernel, tx, id)
  const handlers = [...ctx.kernel.contributions(PERSONAL_DATA).values()]
  for (const handler of handlers) await handler.eraseData?.(tx, ctx, who)
  const emptied = await eraseAuditWords(tx, who, handlers)
  await timeline(ctx.kernel).record(tx, { personId: id, what: 'erased', actor: ctx.actor, dedupeKey: `erased ${id}` })
  await notifyErasure(tx, ctx, id, emptied)
  tx.invalidate('person')
  tx.invalidate('customer')
}

/** Takes people who were erased since a moment out of what a plugin keeps that was away meanwhile. It can be done again. */
export async function eraseMissed(ctx: Ctx, plugin: string, since: Date): Promise<void> {
  const all = ctx.kernel.contributions(PERSONAL_DATA)
  const offered = ctx.kernel.registry.extensionPoints.get(PERSONAL_DATA.name)?.contributions.filter((one) => one.plugin === plugin) ?? []
  const handlers = offered.flatMap(({ name }) => all.get(name) ?? [])
  if (handlers.length === 0) return
  const erased = await ctx.kernel.db.rows<{ id: number }>(
    sql`select id from person where erased_at >= ${since.toISOString()} and merged_into_id is null order by id`,
  )
  for (const { id } of erased)
    await ctx.kernel.transaction(async (tx) => {
      const who = await findDataSubject(ctx.kernel, tx, id)
      for (const handler of handlers) await handler.eraseData?.(tx, ctx, who)
      await notifyErasure(tx, ctx, id, await eraseAuditWords(tx, who, handlers))
    })
}

/** What was changed, when and by whom stays; what it said goes. */
async function eraseAuditWords(tx: Tx, who: DataSubject, handlers: readonly PersonalDataHandler[]): Promise<number[]> {
  const emptied: number[] = []
  for (const { eraseAuditOf = [] } of handlers)
    for (const resource of eraseAuditOf) emptied.push(...(await eraseAuditChanges(tx, resource, who.rows[resource] ?? [])))
  return emptied
}

/** The proof of the audit log reads from this line which others were emptied. */
const notifyErasure = (tx: Tx, ctx: Ctx, id: number, emptied: readonly number[]) =>
  recordAudit(tx, ctx, { resource: 'person', rowId: id, verb: 'erase', changes: [{ field: 'audit_log', old: null, new: [...emptied] }] })
