import type { Ctx } from '../context.ts'
import { id as name, sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import type { ParsedFields } from '../fields/types.ts'
import { CONFLICT, AppError, validationError, message } from '../http/errors.ts'
import { t } from '../http/shapes.ts'
import { translateMessages } from '../i18n/labels.ts'
import type { BatchResult } from '../api-types.ts'
import type { Resource } from './compile.ts'
import type { batchTarget } from './route-parts.ts'
import { sortLeavesFirst } from './tree.ts'
import { planList, requireFilters } from './query.ts'
import type { Values } from './parse-input.ts'

const idOrName = t.either(t.id(), t.text('A name that no row has.'))

/** Response of a batch. */
export const BatchResponse = t.open<BatchResult>(
  t.object({
    success_ids: t.list(t.id()),
    fail_ids: t.list(idOrName),
    fails: t.list(t.object({ id: idOrName, reason: t.text() })),
    next: t.optional(t.id()),
  }),
)

/** Rows per call: keeps transactions short, and lets the client show progress. */
const PORTION = 1_000

type Target = ParsedFields<typeof batchTarget>

/**
 * Like `eachRow`, for rows selected by id or by filter. With a filter, the first thousand after `after` in order of id are handled;
 * `next` in the result says that there are more. `arrange` changes the order.
 * @throws AppError CONFLICT when the number of matching rows is not the expected one.
 */
export async function forEachRow(
  ctx: Ctx,
  r: Resource,
  { ids, matching }: Target,
  run: (tx: Tx, rowId: number) => Promise<unknown>,
  arrange?: (ids: number[]) => Promise<Set<number>>,
): Promise<BatchResult> {
  if (!matching) {
    if (!ids?.length) throw validationError({ ids: message('core:rule.required') })
    return eachRow(ctx, arrange ? await arrange(ids) : ids, run)
  }
  const { filter, count, after } = matching
  requireFilters(r, filter)
  if (count === null && after === null) throw validationError({ count: message('core:rule.required') })
  const { where } = planList(ctx, r, filter)
  const { db } = ctx.kernel
  if (count !== null) {
    const now = await db.one<{ n: number }>(sql`select count(*) as n from ${name(r.table)} t where ${where}`)
    if (now?.n !== count) throw new AppError(CONFLICT, [message('core:error.list_changed', { count: now?.n ?? 0 })])
  }
  const rows = await db.rows<{ id: number }>(
    sql`select t.id from ${name(r.table)} t where ${where} and t.id > ${after ?? 0} order by t.id limit ${PORTION + 1}`,
  )
  const portionIds = rows.slice(0, PORTION).map((row) => row.id)
  if (portionIds.length === 0) return { success_ids: [], fail_ids: [], fails: [] }
  const result = await eachRow(ctx, arrange ? await arrange(portionIds) : portionIds, run)
  return rows.length > PORTION ? { ...result, next: portionIds.at(-1) ?? 0 } : result
}

/**
 * Runs a function for many rows in one transaction, each in a savepoint, so that a failure affects only its row. Rows are handled
 * in order of id, the order of all locks; a Set keeps its own order.
 */
async function eachRow(ctx: Ctx, ids: Iterable<number>, run: (tx: Tx, rowId: number) => Promise<unknown>): Promise<BatchResult> {
  const requested = ids instanceof Set ? ids : [...new Set(ids)].sort((a, b) => a - b)
  return ctx.kernel.transaction(async (tx) => {
    const result: BatchResult = { success_ids: [], fail_ids: [], fails: [] }
    for (const rowId of requested) {
      try {
        await tx.savepoint(() => run(tx, rowId))
        result.success_ids.push(rowId)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        result.fail_ids.push(rowId)
        result.fails.push({ id: rowId, reason: getFailureReason(ctx, error) })
      }
    }
    return result
  })
}

/** The messages of an error as one line in the actor's language. */
export function getFailureReason(ctx: Ctx, error: AppError): string {
  const texts = translateMessages(ctx.kernel, ctx.interfaceLanguage ?? ctx.language, error.messages)
  return (Array.isArray(texts) ? texts : Object.values(texts).flat()).join(' ')
}

/** `PUT /batch {ids or matching, key, value}`: sets one field on many rows; `typed` when the value comes from a form. */
export function batchUpdate(ctx: Ctx, r: Resource, to: Target, input: Values, typed: boolean): Promise<BatchResult> {
  return forEachRow(ctx, r, to, (tx, rowId) => ctx.kernel.resources.updateIn(tx, ctx, r.name, rowId, input, { source: 'batch', typed }))
}

/** `DELETE /batch {ids or matching}`. In a tree, children are deleted before their parents. */
export function batchRemove(ctx: Ctx, r: Resource, to: Target): Promise<BatchResult> {
  const remove = (tx: Tx, rowId: number) => ctx.kernel.resources.removeIn(tx, ctx, r.name, rowId)
  return forEachRow(ctx, r, to, remove, r.def.tree ? (ids) => sortLeavesFirst(ctx, r, ids) : undefined)
}
