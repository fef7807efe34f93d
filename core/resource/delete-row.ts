import { recordChange } from '../audit/audit.ts'
import { releaseFiles } from '../file/claims.ts'
import { id as name, sql } from '../db/sql.ts'
import { AppError, validationError } from '../http/errors.ts'
import type { Row } from '../api-types.ts'
import type { Resource } from './compile.ts'
import { explainConstraint } from './constraint.ts'
import { type Env, lock } from './lock.ts'

/** Deletes a row, or marks it deleted. @throws AppError IN_USE when other rows refer to it, or with a hook's reason. */
export async function removeRow(env: Env, r: Resource, rowId: number): Promise<void> {
  const row = await lock(env, r, rowId)
  await deleteRow(env, r, row)
  env.tx.invalidate(r.name)
  await recordChange(env, r, rowId, 'destroy', { field: r.title.name, old: row[r.title.name], new: null })
}

/** Deletes or hides a locked row when its hooks allow it. */
export async function deleteRow(env: Env, r: Resource, row: Row): Promise<void> {
  const deletion = { ctx: env.ctx, tx: env.tx, row }
  for (const hooks of r.hooks) {
    const verdict = await hooks.canDelete?.(deletion)
    if (verdict !== undefined && verdict !== true) throw validationError({ id: verdict })
  }
  await explainFailures(r, () =>
    env.tx.run(
      r.softDelete
        ? sql`update ${name(r.table)} set deleted_at = now(), updated_at = now() where id = ${row.id}`
        : sql`delete from ${name(r.table)} where id = ${row.id}`,
    ),
  )
  await releaseFiles(env, r, row)
  for (const hooks of r.hooks) await hooks.afterDelete?.(deletion)
}

/** Converts a violated constraint to a validation error that names the field. */
export async function explainFailures<T>(r: Resource, run: () => Promise<T>, field?: string): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw explainConstraint(r, error, field) ?? error
  }
}

/** Prefixes the fields of a validation error with the path of their row: `stocks.0.sku`. Returns other errors unchanged. */
export function prefixFields(error: unknown, path: string): unknown {
  if (path === '' || !(error instanceof AppError) || Array.isArray(error.messages)) return error
  return new AppError(error.kind, Object.fromEntries(Object.entries(error.messages).map(([k, v]) => [path + k, v])), { extra: error.extra })
}
