import { isDeepStrictEqual } from 'node:util'
import { toLocalizedJson } from '../db/localized.ts'
import { id as name, join, sql, type Sql } from '../db/sql.ts'
import { AppError, STALE } from '../http/errors.ts'
import { claimFiles } from '../file/claims.ts'
import type { Locale, Row } from '../api-types.ts'
import { recordChange } from '../audit/audit.ts'
import { toReadValue, type Change, compareValue } from './changes.ts'
import type { CompiledField, Resource } from './compile.ts'
import { deleteRow, explainFailures, prefixFields } from './delete-row.ts'
import { mergeExtSql } from './ext.ts'
import { type Env, lock } from './lock.ts'
import { type PendingWrite, prepareWrite, type WriteOptions } from './prepare-write.ts'
import type { Values } from './parse-input.ts'
import { rejectCycle } from './tree.ts'

export interface Written {
  id: number
  changes: Change[]
}

/** Creates a row with its children and links. @throws AppError INVALID by field. */
export async function createRow(env: Env, r: Resource, input: Values, o: WriteOptions): Promise<Written> {
  return saveRow(env, await prepareWrite(env, r, null, input, o))
}

/**
 * Updates the given fields of a row. Writes nothing when they are unchanged.
 * @throws AppError NOT_FOUND, STALE (with the current row), INVALID by field.
 */
export async function updateRow(env: Env, r: Resource, rowId: number, input: Values, o: WriteOptions): Promise<Written> {
  const old = await lock(env, r, rowId)
  if (r.locked && input.version !== undefined && Number(input.version) !== old.version)
    throw new AppError(STALE, undefined, { extra: { current: old } })
  return saveRow(env, await prepareWrite(env, r, old, input, o))
}

/** Stores a prepared row. @throws AppError INVALID by field. */
export async function saveRow(env: Env, pending: PendingWrite): Promise<Written> {
  const { r, write } = pending
  const old = write.old as Row | null
  const written = old ? await update(env, pending, old) : await insert(env, pending, {})
  if (old && written.changes.length === 0) return written
  env.tx.invalidate(r.name)
  await rejectCycle(env, r, written.id, write.input)
  await recordChange(env, r, written.id, write.mode, ...written.changes)
  return written
}

/** Content of a column; `json` when it is JSON text. */
export type Content = { value: unknown; json?: boolean }

/** Columns of a new row and the recorded changes. `extra`: columns from elsewhere. */
export function toColumnValues({ r, write }: PendingWrite, extra: Values): { columns: Map<string, Content>; changes: Change[] } {
  const { input } = write
  const columns = new Map<string, Content>(Object.entries(extra).map(([column, value]) => [column, { value }]))
  const changes: Change[] = []
  const ext: Record<string, Values> = {}
  for (const f of r.fields) {
    const value = input[f.name] === undefined ? getStart(r, f) : input[f.name]
    if (value === undefined || extra[f.name] !== undefined || f.meta.kind === 'rows') continue
    if (f.meta.ext) (ext[f.meta.ext] ??= {})[f.name] = toReadValue(f, value)
    else if (f.column) columns.set(f.column, toColumnValue(f, value, write.language))
    else continue
    if (input[f.name] !== undefined) changes.push(...compareValue(f, null, value))
  }
  if (Object.keys(ext).length > 0) columns.set('ext', { value: JSON.stringify(ext), json: true })
  return { columns, changes }
}

async function insert(env: Env, pending: PendingWrite, extra: Values): Promise<Written> {
  const { columns, changes } = toColumnValues(pending, extra)
  const valuesClause = () => sql`(${join([...columns.keys()].map(name))}) values (${join([...columns.values()].map(bound))})`
  const made = sql`insert into ${name(pending.r.table)} ${columns.size > 0 ? valuesClause() : sql`default values`} returning id`
  const row = await explainFailures(pending.r, () => env.tx.one<{ id: number }>(made))
  const rowId = row?.id ?? 0
  await claimFiles(env, pending.r, rowId, null, changes)
  changes.push(...(await saveRelations(env, pending, rowId)))
  await tellSaved(pending, rowId)
  return { id: rowId, changes }
}

async function tellSaved({ r, write }: PendingWrite, id: number): Promise<void> {
  for (const hooks of r.hooks) {
    await hooks.afterSave?.({ ...write, id })
    await hooks.afterSaveMany?.([{ ...write, id }])
  }
}

const getStart = (r: Resource, f: CompiledField) =>
  r.def.states?.field === f.name ? r.def.states.initial : f.meta.localized ? undefined : f.meta.default

/** Changes of the row itself: fields with a column, values in `ext` by plugin, and the recorded changes. */
export function findChanges(
  { r, write }: PendingWrite,
  old: Row,
): { ownFields: CompiledField[]; ext: Record<string, Values>; changes: Change[] } {
  const ownFields: CompiledField[] = []
  const changes: Change[] = []
  const ext: Record<string, Values> = {}
  for (const f of r.fields) {
    const value = write.input[f.name]
    if (value === undefined || f.meta.kind === 'many' || f.meta.kind === 'rows') continue
    const difference = compareValue(f, old[f.name], value)
    if (difference.length === 0) continue
    changes.push(...difference)
    if (f.meta.ext) (ext[f.meta.ext] ??= {})[f.name] = toReadValue(f, value)
    else if (f.column) ownFields.push(f)
  }
  return { ownFields, ext, changes }
}

async function update(env: Env, pending: PendingWrite, old: Row): Promise<Written> {
  const { r, write } = pending
  const { ownFields, ext, changes } = findChanges(pending, old)
  const set = (f: CompiledField, value: unknown) =>
    f.meta.localized ? merged(f, value as Values) : bound(toColumnValue(f, value, write.language))
  const sets = ownFields.map((f) => sql`${name(f.column ?? '')} = ${set(f, write.input[f.name])}`)
  sets.push(...mergeExtSql(ext))
  changes.push(...(await saveRelations(env, pending, old.id)))
  if (changes.length > 0) {
    if (r.locked) sets.push(sql`version = t.version + 1`)
    sets.push(sql`updated_at = now()`)
    await explainFailures(r, () => env.tx.run(sql`update ${name(r.table)} t set ${join(sets)} where t.id = ${old.id}`))
  }
  await claimFiles(env, r, old.id, old, changes)
  await tellSaved(pending, old.id)
  return { id: old.id, changes }
}

const bound = ({ value, json }: Content): Sql => (json ? sql`${value}::jsonb` : sql`${value}`)

/**
 * Converts a value to the column of its field. For a per-language text: the content of a new row, or what is merged into an
 * existing one.
 */
export function toColumnValue(f: CompiledField, value: unknown, language: Locale): Content {
  if (f.meta.localized) return { value: toLocalizedJson(language, prune(value as Values)), json: true }
  return { value: f.kind.toDb(value, f.meta), json: f.kind.column === 'jsonb' }
}

const prune = (map: Values) => Object.fromEntries(Object.entries(map).filter(([, v]) => v !== '' && v !== null))

/** The column with the given languages set and the emptied ones removed; others unchanged. */
function merged(f: CompiledField, map: Values): Sql {
  const blankKeys = Object.keys(map).filter((k) => map[k] === '' || map[k] === null)
  const column = name(f.column ?? '')
  return sql`(coalesce(t.${column}, '{}'::jsonb) || ${JSON.stringify(prune(map))}::jsonb) - ${blankKeys}::text[]`
}

async function saveRelations(env: Env, { r, write, children }: PendingWrite, rowId: number): Promise<Change[]> {
  const changes: Change[] = []
  const { old } = write
  for (const f of r.fields) {
    const ids = write.input[f.name] as number[] | undefined
    if (f.meta.kind !== 'many' || ids === undefined) continue
    const before = (old?.[f.name] ?? []) as number[]
    if (JSON.stringify(before) === JSON.stringify(ids)) continue
    changes.push({ field: f.name, old: before, new: ids })
    const link = name(f.meta.through ?? '')
    const ownerColumn = name(`${r.name}_id`)
    if (before.length > 0) await env.tx.run(sql`delete from ${link} where ${ownerColumn} = ${rowId}`)
    if (ids.length > 0) {
      const linked = sql`insert into ${link} (${ownerColumn}, ${name(`${f.meta.to}_id`)}, "order")
        select ${rowId}, x, o from unnest(${ids}::bigint[]) with ordinality as u(x, o)`
      await explainFailures(r, () => env.tx.run(linked), f.name)
    }
  }
  for (const f of r.fields) {
    const list = children.get(f.name)
    if (list) changes.push(...(await saveChildren(env, f, rowId, list, (old?.[f.name] ?? []) as Row[])))
  }
  return changes
}

/**
 * Child rows may swap unique values in one write. They are updated one after the other, so a value that another row takes over is
 * first replaced by a temporary one.
 */
async function freeExchanged(env: Env, child: Resource, list: readonly PendingWrite[]): Promise<void> {
  for (const { name: field, column, kind, meta } of child.fields) {
    if (!meta.unique || !column || meta.localized || (kind.column !== 'text' && kind.column !== 'jsonb')) continue
    const freed = list.flatMap(({ write: { old, input } }) => {
      const row = old as Row | null
      const isChanged = row && row[field] !== null && input[field] !== undefined && !isDeepStrictEqual(input[field], row[field])
      return isChanged && list.some(({ write }) => isDeepStrictEqual(write.input[field], row[field])) ? [row.id] : []
    })
    const value = kind.column === 'jsonb' ? sql`jsonb_build_object('~', id)` : sql`'~' || id`
    const free = sql`update ${name(child.table)} set ${name(column)} = ${value} where id = any(${freed}::bigint[])`
    if (freed.length > 0) await explainFailures(child, () => env.tx.run(free), field)
  }
}

/** Writes the child rows of one field: existing ids are updated, new rows inserted, missing ones hidden or deleted. */
async function saveChildren(env: Env, f: CompiledField, parentId: number, list: readonly PendingWrite[], before: Row[]): Promise<Change[]> {
  const child = env.registry.resource(f.meta.to ?? '')
  const rowsToDelete = new Map(before.map((row) => [row.id, row]))
  const changes: Change[] = []
  await freeExchanged(env, child, list)
  for (const [i, pending] of list.entries()) {
    const old = pending.write.old as Row | null
    if (old) rowsToDelete.delete(old.id)
    try {
      const result = old ? await update(env, pending, old) : await insert(env, pending, { [f.meta.by ?? '']: parentId })
      const label = getRowLabel(child, old, pending.write.input) || String(result.id)
      changes.push(...result.changes.map((c) => ({ ...c, field: `${f.name}[${label}].${c.field}` })))
    } catch (error) {
      throw prefixFields(error, `${f.name}.${i}.`)
    }
  }
  for (const row of rowsToDelete.values()) changes.push(...(await dropChild(env, child, f, row)))
  return changes
}

/** Label of a child row in recorded changes. */
export function getRowLabel(child: Resource, old: Row | null, values: Values): string {
  const value = values[child.title.name] ?? old?.[child.title.name] ?? ''
  return typeof value === 'object' ? String(Object.values((value ?? {}) as object)[0] ?? '') : String(value)
}

async function dropChild(env: Env, child: Resource, f: CompiledField, row: Row): Promise<Change[]> {
  const hide = child.def.hide
  const label = String(row[child.title.name] ?? row.id)
  if (hide) {
    if (row[hide] === false) return []
    await env.tx.run(sql`update ${name(child.table)} set ${name(hide)} = false, updated_at = now() where id = ${row.id}`)
    return [{ field: `${f.name}[${label}].${hide}`, old: true, new: false }]
  }
  await deleteRow(env, child, row)
  return [{ field: `${f.name}[${label}]`, old: label, new: null }]
}
