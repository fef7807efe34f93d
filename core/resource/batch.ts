import type { Ctx } from '../context.ts'
import type { Tx } from '../db/work.ts'
import { Failed, invalid, type Text, text } from '../http/errors.ts'
import type { BatchResult } from '../wire.ts'
import { rowIds } from './ids.ts'
import { leavesFirst } from './tree.ts'
import { translate } from '../i18n/labels.ts'

/**
 * Does one thing to many rows in one transaction, each inside a savepoint, so that a row that cannot be done
 * costs only itself. Rows are taken in id order, as every lock is; a set of ids keeps its own.
 */
export async function eachRow(ctx: Ctx, ids: unknown, run: (tx: Tx, rowId: number) => Promise<unknown>): Promise<BatchResult> {
  const wanted = ids instanceof Set ? (ids as Set<number>) : rowIds(ids)
  return ctx.kernel.work(async (tx) => {
    const result: BatchResult = { success_ids: [], fail_ids: [], fails: [] }
    for (const rowId of wanted) {
      try {
        await tx.savepoint(() => run(tx, rowId))
        result.success_ids.push(rowId)
      } catch (error) {
        if (!(error instanceof Failed)) throw error
        result.fail_ids.push(rowId)
        result.fails.push({ id: rowId, reason: reasonOf(ctx, error) })
      }
    }
    return result
  })
}

/** The texts of a failure as one line in the asker's language. */
export function reasonOf(ctx: Ctx, error: Failed): string {
  const texts = translate(ctx.kernel, ctx.language, error.texts)
  return (Array.isArray(texts) ? texts : Object.values(texts).flat()).join(' ')
}

/** `PUT /batch {ids, key, value}`: sets one field marked `batch` on many rows. */
export async function batchUpdate(
  ctx: Ctx,
  resource: string,
  body: { ids?: unknown; key?: unknown; value?: unknown },
): Promise<BatchResult> {
  const r = ctx.kernel.registry.resource(resource)
  const field = typeof body.key === 'string' ? r.byName.get(body.key) : undefined
  if (!field?.meta.batch) throw invalid({ key: text('core:rule.choice') })
  if (body.value === undefined) throw invalid({ value: text('core:rule.required') as Text })
  return eachRow(ctx, body.ids, (tx, rowId) =>
    ctx.kernel.resources.updateIn(tx, ctx, resource, rowId, { [field.name]: body.value }, { source: 'batch' }),
  )
}

/** `DELETE /batch {ids}`. */
export async function batchRemove(ctx: Ctx, resource: string, ids: unknown): Promise<BatchResult> {
  const r = ctx.kernel.registry.resource(resource)
  return eachRow(ctx, r.def.tree ? await leavesFirst(ctx, r, rowIds(ids)) : ids, (tx, rowId) =>
    ctx.kernel.resources.removeIn(tx, ctx, resource, rowId),
  )
}
