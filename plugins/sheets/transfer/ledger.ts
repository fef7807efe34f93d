import { type Ctx, type Db, id as name, type Row, sql, type Tx } from 'stoa'
import { type Resource, selection, toApiRow } from 'stoa/engine'
import type { Entry } from '../import/write.ts'

/** Rows by id, in all languages. */
async function findRows(db: Db, ctx: Ctx, r: Resource, ids: readonly number[]): Promise<Map<number, Row>> {
  const { registry } = ctx.kernel
  const rows = await db.rows<Record<string, unknown>>(sql`
    select ${selection(registry, r, 't', { ctx, language: '*' })} from ${name(r.table)} t where t.id = any(${[...ids]})`)
  return new Map(rows.map((raw) => [raw.id as number, toApiRow(registry, r, raw)]))
}

/**
 * Records the undo entries of written rows, in the transaction that wrote them.
 * @throws Error when another worker has recorded them meanwhile, so that the transaction is rolled back
 */
export async function note(tx: Tx, ctx: Ctx, runId: number, entries: readonly Entry[]): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('sheets/import', ${runId}))`)
  if (await isNoted(tx, runId)) throw new Error(`the rows of import ${runId} are written already`)
  await appendNotes(tx, ctx, runId, entries)
}

/** Appends undo entries of an import that runs in several transactions. */
export async function appendNotes(tx: Tx, ctx: Ctx, runId: number, entries: readonly Entry[]): Promise<void> {
  const after = new Map<string, Map<number, Row>>()
  for (const resource of new Set(entries.map((e) => e.resource))) {
    const ids = entries.filter((e) => e.resource === resource).map((e) => e.id)
    after.set(resource, await findRows(tx, ctx, ctx.kernel.registry.resource(resource), ids))
  }
  const list = entries.map((e) => {
    const r = ctx.kernel.registry.resource(e.resource)
    const row = after.get(e.resource)?.get(e.id)
    return {
      resource: e.resource,
      row_id: e.id,
      before: e.before && getFields(r, e.before, e.fields),
      after: row ? getFields(r, row, e.fields) : {},
    }
  })
  await tx.run(sql`insert into transfer_row (run_id, resource, row_id, before, after)
    select ${runId}, x.resource, x.row_id, x.before, x.after
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as x(resource text, row_id bigint, before jsonb, after jsonb)`)
}

/** Whether an import has committed its rows. */
export async function isNoted(db: Db, runId: number): Promise<boolean> {
  return (await db.one(sql`select 1 as x from transfer_row where run_id = ${runId} limit 1`)) !== undefined
}

/** The editable fields of a row, without derived values and secrets: the ledger is not encrypted. */
export function getFields(r: Resource, row: Row, only: readonly string[] | null): Record<string, unknown> {
  const storedFields = r.fields.filter(
    (f) => !f.meta.secret && (f.column !== null || f.meta.ext !== undefined || f.meta.kind === 'rows' || f.meta.kind === 'many'),
  )
  return Object.fromEntries(storedFields.filter((f) => only === null || only.includes(f.name)).map((f) => [f.name, row[f.name] ?? null]))
}
