import { type Ctx, id, join, type Row, sql, pickTranslation, type Tx } from 'stoa'
import { type CompiledField, fieldSql, type Resource, selection, toApiRow, scopeSql } from 'stoa/engine'
import { BadCell, comparable, getInput } from './convert.ts'
import type { RecordDraft } from './records.ts'
import type { Relations } from './relations.ts'

/** Key of a record as in `rowsByKey`; '' when a part of it is invalid. */
export function recordKey(ctx: Ctx, relations: Relations, draft: RecordDraft): string {
  try {
    return JSON.stringify(draft.level.key.map((f) => comparable(f, keyValue(ctx, relations, draft, f))))
  } catch (error) {
    if (error instanceof BadCell) return ''
    throw error
  }
}

/** The value of one key field of a record; the default of a new row where the record has none. */
function keyValue(ctx: Ctx, relations: Relations, draft: RecordDraft, f: CompiledField): unknown {
  const entry = draft.level.columns.map((c) => [c, draft.cells.get(c)] as const).find(([c, cell]) => c.field === f && cell !== undefined)
  return entry?.[1] ? getInput(ctx.kernel, relations, entry[0], entry[1]) : (f.meta.default ?? null)
}

/**
 * The rows of a chunk's records, locked, in all languages and with child rows. The list has more than one row where the key is ambiguous.
 * Two statements: the content is read after the row lock is held.
 */
export async function rowsByKey(
  tx: Tx,
  ctx: Ctx,
  relations: Relations,
  r: Resource,
  drafts: readonly RecordDraft[],
): Promise<Map<string, Row[]>> {
  const key = drafts[0]?.level.key ?? []
  const first = key[0]
  if (!first) return new Map()
  const lookupKeys = [
    ...new Set(
      drafts.flatMap((d) => {
        try {
          return [asText(first, keyValue(ctx, relations, d, first))]
        } catch {
          return []
        }
      }),
    ),
  ]
  const column = fieldSql(first, 't', ctx.language, ctx.mainLanguage)
  const plainText = first.kind.column === 'text' && !first.meta.ext
  const ids = await tx.rows<{ id: number }>(sql`select t.id from ${id(r.table)} t
    where ${plainText ? column : sql`${column}::text`} = any(${lookupKeys}) and ${scopeSql(ctx, r)} order by t.id for update`)
  const found = new Map<string, Row[]>()
  for (const row of await findRows(
    tx,
    ctx,
    r,
    ids.map((row) => row.id),
  )) {
    const text = JSON.stringify(
      key.map((f) =>
        comparable(f, f.meta.localized ? pickTranslation(row[f.name] as object | null, ctx.language, ctx.mainLanguage) : row[f.name]),
      ),
    )
    found.set(text, [...(found.get(text) ?? []), row])
  }
  return found
}

/** Rows that earlier imports of a source created, locked, by external id. Deleted rows are not included. */
export async function rowsByExternal(
  tx: Tx,
  ctx: Ctx,
  r: Resource,
  source: string,
  drafts: readonly RecordDraft[],
): Promise<Map<string, Row>> {
  const externalIds = [...new Set(drafts.map((d) => d.external).filter(Boolean))]
  if (externalIds.length === 0) return new Map()
  const matches = await tx.rows<{ id: number; external_id: string }>(sql`
    select t.id, x.external_id from external_ref x join ${id(r.table)} t on t.id = x.row_id
    where x.source = ${source} and x.resource = ${r.name} and x.external_id = any(${externalIds}) and ${scopeSql(ctx, r)}
    order by t.id for update of t`)
  const rows = new Map(
    (
      await findRows(
        tx,
        ctx,
        r,
        matches.map((k) => k.id),
      )
    ).map((row) => [row.id, row]),
  )
  return new Map(
    matches.flatMap((k) => {
      const row = rows.get(k.id)
      return row ? [[k.external_id, row] as const] : []
    }),
  )
}

/** Fallback keys of a record with a blank key, best first; empty when the resource has none. */
export function getFinders(ctx: Ctx, { level, cells, key }: RecordDraft): readonly Readonly<Record<string, string | null>>[] {
  const { findBy } = level.resource.def.sheet ?? {}
  if (!findBy || key !== '') return []
  const texts = [...cells].flatMap(([c, cell]) =>
    c.field && !c.locale && cell.text.trim() !== '' ? [[c.field.name, cell.text.trim()]] : [],
  )
  return findBy(Object.fromEntries(texts) as Record<string, string>, ctx)
}

/** The rows that match the first of these fallback keys, locked. */
export async function rowsFoundBy(tx: Tx, ctx: Ctx, r: Resource, finders: ReturnType<typeof getFinders>): Promise<Row[]> {
  for (const finder of finders) {
    const fits = Object.entries(finder).map(([column, value]) => sql`t.${id(column)} is not distinct from ${value}`)
    const ids = await tx.rows<{ id: number }>(
      sql`select t.id from ${id(r.table)} t where ${join(fits, ' and ')} and ${scopeSql(ctx, r)} order by t.id for update`,
    )
    if (ids.length > 0)
      return findRows(
        tx,
        ctx,
        r,
        ids.map((row) => row.id),
      )
  }
  return []
}

/** Rows by id, in all languages and with child rows. */
export async function findRows(tx: Tx, ctx: Ctx, r: Resource, ids: readonly number[]): Promise<Row[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<Record<string, unknown>>(sql`select ${selection(ctx.kernel.registry, r, 't', { ctx, language: '*' })}
    from ${id(r.table)} t where t.id = any(${[...ids]}::bigint[])`)
  return rows.map((raw) => toApiRow(ctx.kernel.registry, r, raw))
}

function asText(f: CompiledField, value: unknown): string {
  if (typeof value !== 'string') return String(f.kind.toDb(value, f.meta))
  return String(f.kind.toDb(f.kind.normalize(f.kind.parse(value.trim(), f.meta)), f.meta))
}

/** The row with this external id from an earlier import; undefined when it was never imported or is deleted. */
export const rowElsewhere = async (db: Pick<Tx, 'one'>, source: string, resource: string, external: string): Promise<number | undefined> =>
  (
    await db.one<{ id: number }>(
      sql`select row_id as id from external_ref where source = ${source} and resource = ${resource} and external_id = ${external}`,
    )
  )?.id
