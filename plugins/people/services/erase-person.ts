import { type Ctx, eraseAuditChanges, validationError, recordAudit, sql, message, type Tx } from 'stoa'
import { type PersonalDataHandler, PERSONAL_DATA, type DataSubject } from './personal-data-handler.ts'
import { timeline } from './timeline.ts'
import { findDataSubject } from './data-subject.ts'

/**
 * Erases a person: every personal-data handler runs in one transaction. Accounting documents stay as the law
 * requires, without personal data. An address is kept as a hash only, so that an import does not bring it back. It
 * can be repeated, for data restored by a plugin or a backup.
 * @throws AppError INVALID if the confirmation is not the person's number
 */
export async function erasePerson(tx: Tx, ctx: Ctx, id: number, confirmation: unknown): Promise<void> {
  if (String(confirmation ?? '').trim() !== String(id))
    throw validationError({ confirmation: message('people:error.erase_confirm', { id }) })
  const person = await tx.one(sql`select id from person where id = ${id} and merged_into_id is null for update`)
  if (!person) throw validationError({ confirmation: message('core:rule.not_exists') })
  await tx.run(sql`select id from customer where person_id = ${id} order by id for update`)
  const subject = await findDataSubject(ctx.kernel, tx, id)
  const handlers = [...ctx.kernel.contributions(PERSONAL_DATA).values()]
  for (const handler of handlers) await handler.eraseData?.(tx, ctx, subject)
  const clearedEntryIds = await eraseAuditValues(tx, subject, handlers)
  await timeline(ctx.kernel).record(tx, { personId: id, what: 'erased', actor: ctx.actor, dedupeKey: `erased ${id}` })
  await recordErasure(tx, ctx, id, clearedEntryIds)
  tx.invalidate('person')
  tx.invalidate('customer')
}

/** Erases persons that were erased since a moment from the data of a plugin that was disabled meanwhile. Idempotent. */
export async function eraseMissed(ctx: Ctx, plugin: string, since: Date): Promise<void> {
  const allHandlers = ctx.kernel.contributions(PERSONAL_DATA)
  const pluginContributions =
    ctx.kernel.registry.extensionPoints.get(PERSONAL_DATA.name)?.contributions.filter((contribution) => contribution.plugin === plugin) ??
    []
  const handlers = pluginContributions.flatMap(({ name }) => allHandlers.get(name) ?? [])
  if (handlers.length === 0) return
  const erased = await ctx.kernel.db.rows<{ id: number }>(
    sql`select id from person where erased_at >= ${since.toISOString()} and merged_into_id is null order by id`,
  )
  for (const { id } of erased)
    await ctx.kernel.transaction(async (tx) => {
      const subject = await findDataSubject(ctx.kernel, tx, id)
      for (const handler of handlers) await handler.eraseData?.(tx, ctx, subject)
      await recordErasure(tx, ctx, id, await eraseAuditValues(tx, subject, handlers))
    })
}

/** Clears the values of audit entries; what changed, when and by whom stays. */
async function eraseAuditValues(tx: Tx, subject: DataSubject, handlers: readonly PersonalDataHandler[]): Promise<number[]> {
  const clearedEntryIds: number[] = []
  for (const { eraseAuditOf = [] } of handlers)
    for (const resource of eraseAuditOf) clearedEntryIds.push(...(await eraseAuditChanges(tx, resource, subject.rows[resource] ?? [])))
  return clearedEntryIds
}

/** The audit log check reads the cleared entries from this entry. */
const recordErasure = (tx: Tx, ctx: Ctx, id: number, clearedEntryIds: readonly number[]) =>
  recordAudit(tx, ctx, {
    resource: 'person',
    rowId: id,
    verb: 'erase',
    changes: [{ field: 'audit_log', old: null, new: [...clearedEntryIds] }],
  })
