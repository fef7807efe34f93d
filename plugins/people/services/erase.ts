import { type Ctx, forgetSaid, invalid, record, sql, text, type Tx } from 'stoa'
import { type Keeper, KEEPERS, type Who } from './keepers.ts'
import { timeline } from './timeline.ts'
import { whoIs } from './who.ts'

/**
 * Forgets somebody: every keeper takes them out of what is theirs, all in one transaction. Documents about money stay as the law
 * wants them, without who they were for. Of an address only a mark is kept, so that no import brings it back. It can be done again,
 * for what came back since with a plugin or a copy of the database.
 * @throws Failed INVALID when the confirmation is not the person's number
 */
export async function erasePerson(tx: Tx, ctx: Ctx, id: number, confirmation: unknown): Promise<void> {
  if (String(confirmation ?? '').trim() !== String(id)) throw invalid({ confirmation: text('people:error.erase_confirm', { id }) })
  const person = await tx.one(sql`select id from person where id = ${id} and merged_into_id is null for update`)
  if (!person) throw invalid({ confirmation: text('core:rule.not_exists') })
  await tx.run(sql`select id from customer where person_id = ${id} order by id for update`)
  const who = await whoIs(ctx.kernel, tx, id)
  const keepers = [...ctx.kernel.offers(KEEPERS).values()]
  for (const keeper of keepers) await keeper.erase?.(tx, ctx, who)
  const emptied = await forgetWords(tx, who, keepers)
  await timeline(ctx.kernel).tell(tx, { personId: id, what: 'erased', actor: ctx.actor, dedupeKey: `erased ${id}` })
  await tellErasure(tx, ctx, id, emptied)
  tx.touch('person')
  tx.touch('customer')
}

/** Takes people who were erased since a moment out of what a plugin keeps that was away meanwhile. It can be done again. */
export async function eraseMissed(ctx: Ctx, plugin: string, since: Date): Promise<void> {
  const all = ctx.kernel.offers(KEEPERS)
  const offered = ctx.kernel.registry.points.get(KEEPERS.name)?.offers.filter((one) => one.plugin === plugin) ?? []
  const keepers = offered.flatMap(({ name }) => all.get(name) ?? [])
  if (keepers.length === 0) return
  const erased = await ctx.kernel.db.rows<{ id: number }>(
    sql`select id from person where erased_at >= ${since.toISOString()} and merged_into_id is null order by id`,
  )
  for (const { id } of erased)
    await ctx.kernel.work(async (tx) => {
      const who = await whoIs(ctx.kernel, tx, id)
      for (const keeper of keepers) await keeper.erase?.(tx, ctx, who)
      await tellErasure(tx, ctx, id, await forgetWords(tx, who, keepers))
    })
}

/** What was changed, when and by whom stays; what it said goes. */
async function forgetWords(tx: Tx, who: Who, keepers: readonly Keeper[]): Promise<number[]> {
  const emptied: number[] = []
  for (const { said = [] } of keepers)
    for (const resource of said) emptied.push(...(await forgetSaid(tx, resource, who.rows[resource] ?? [])))
  return emptied
}

/** The proof of the audit log reads from this line which others were emptied. */
const tellErasure = (tx: Tx, ctx: Ctx, id: number, emptied: readonly number[]) =>
  record(tx, ctx, { resource: 'person', rowId: id, verb: 'erase', changes: [{ field: 'audit_log', old: null, new: [...emptied] }] })
