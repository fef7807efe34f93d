import { account, type Ctx, id as name, validationError, join, likeText, sql, createStaffCtx, message } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { Colleague } from '../api-types.ts'
import { mayRead, readable, requireSubject, type Subject } from './subjects.ts'

/** Maximum number of suggested colleagues. */
const MOST_OFFERED = 8
/** Number of accounts checked at once, and maximum number of rounds. A very common name needs more letters. */
const STEP = 40
const STEPS = 5

/** The accounts among these that may read a row. Each is checked with its own permissions and row scope, in one query. */
async function readersAmong(ctx: Ctx, { subject, subject_id }: Subject, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { kernel } = ctx
  const r = readable(ctx, subject)
  const people = await Promise.all(ids.map(async (id) => ({ id, as: await createStaffCtx(kernel, id, ctx.language) })))
  const queries = people.flatMap(({ id, as }) =>
    r && as && mayRead(as, r.name)
      ? [sql`select ${id}::bigint as id where exists (select from ${name(r.table)} t where t.id = ${subject_id} and ${scopeSql(as, r)})`]
      : [],
  )
  if (queries.length === 0) return new Set()
  return new Set((await kernel.db.rows<{ id: number }>(join(queries, ' union all '))).map((row) => row.id))
}

/** Colleagues whose name contains these letters and who may read the row. @throws AppError NOT_FOUND */
export async function findColleagues(ctx: Ctx, about: Subject, q: string): Promise<Colleague[]> {
  const { kernel, actor } = ctx
  await requireSubject(kernel.db, ctx, about)
  const found: Colleague[] = []
  for (let step = 0; step < STEPS && found.length < MOST_OFFERED; step++) {
    const some = await kernel
      .query(account)
      .where('enabled', true)
      .where('name', 'ilike', `%${likeText(q.trim())}%`)
      .orderBy(['name', 'id'])
      .offset(step * STEP)
      .limit(STEP)
    const others = some.filter(({ id }) => !('id' in actor) || id !== actor.id)
    const readers = await readersAmong(
      ctx,
      about,
      others.map(({ id }) => id),
    )
    found.push(...others.filter(({ id }) => readers.has(id)).map(({ id, name: called }) => ({ id, name: called })))
    if (some.length < STEP) break
  }
  return found.slice(0, MOST_OFFERED)
}

/** @throws AppError INVALID with the names of those who may not read the row */
export async function requireReaders(ctx: Ctx, about: Subject, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const readers = await readersAmong(ctx, about, ids)
  const others = ids.filter((id) => !readers.has(id))
  if (others.length === 0) return
  const mentionedAccounts = await ctx.kernel.query(account).whereIn('id', others)
  if (mentionedAccounts.length < others.length) throw validationError({ mentions: message('core:rule.not_exists') })
  throw validationError({
    mentions: message('notes:error.mention', { names: mentionedAccounts.map((colleague) => colleague.name).join(', ') }),
  })
}
