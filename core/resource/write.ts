import { fresh } from '../db/localized.ts'
import { id as name, join, sql, type Sql } from '../db/sql.ts'
import { Failed, STALE } from '../http/errors.ts'
import { claimFiles } from '../file/claims.ts'
import type { Locale, Row } from '../wire.ts'
import { record } from '../audit/audit.ts'
import { asRead, type Change, compare } from './changes.ts'
import type { CompiledField, Resource } from './compile.ts'
import { eraseRow, guarded, prefixed } from './erase.ts'
import { mergedExt } from './ext.ts'
import { type Env, lock } from './lock.ts'
import { type Pending, ready, type WriteOptions } from './ready.ts'
import type { Values } from './take.ts'
import { refuseCircle } from './tree.ts'

export interface Written {
  id: number
  changes: Change[]
}

/** Creates a row with its children and links. @throws Failed INVALID by field. */
export async function createRow(env: Env, r: Resource, input: Values, o: WriteOptions): Promise<Written> {
  const pending = await ready(env, r, null, input, o)
  const written = await insert(env, pending, {})
  await finish(env, pending, written, 'create')
  return written
}

/**
 * Changes the given fields of a row. Writes nothing when they hold these values already.
 * @throws Failed NOT_FOUND, STALE (with the current row), INVALID by field.
 */
export async function updateRow(env: Env, r: Resource, rowId: number, input: Values, o: WriteOptions): Promise<Written> {
  const old = await lock(env, r, rowId)
  if (r.locked && input.version !== undefined && Number(input.version) !== old.version)
    throw new Failed(STALE, undefined, { extra: { current: old } })
  const pending = await ready(env, r, old, input, o)
  const written = await update(env, pending, old)
  if (written.changes.length > 0) await finish(env, pending, written, 'update')
  return written
}

async function finish(env: Env, { r, write }: Pending, written: Written, verb: string): Promise<void> {
  env.tx.touch(r.name)
  await refuseCircle(env, r, written.id, write.input)
  if (r.audit) await record(env.tx, env.ctx, { resource: r.name, rowId: written.id, verb, changes: written.changes })
}

async function insert(env: Env, pending: Pending, extra: Values): Promise<Written> {
  const { r, write } = pending
  const { input } = write
  const columns: Sql[] = []
  const bound: Sql[] = []
  const changes: Change[] = []
  const ext: Record<string, Record<string, unknown>> = {}
  for (const [column, value] of Object.entries(extra)) {
    columns.push(name(column))
    bound.push(sql`${value}`)
  }
  for (const f of r.fields) {
    const value = input[f.name] === undefined ? startOf(r, f) : input[f.name]
    if (value === undefined || extra[f.name] !== undefined || f.meta.kind === 'rows') continue
    if (f.meta.ext) (ext[f.meta.ext] ??= {})[f.name] = asRead(f, value)
    else if (f.column) {
      columns.push(name(f.column))
      bound.push(stored(f, value, write.language))
    } else continue
    if (input[f.name] !== undefined) changes.push(...compare(f, null, value))
  }
  if (Object.keys(ext).length > 0) {
    columns.push(sql`ext`)
    bound.push(sql`${JSON.stringify(ext)}::jsonb`)
  }
  const row = await guarded(r, () =>
    env.tx.one<{ id: number }>(
      columns.length > 0
        ? sql`insert into ${name(r.table)} (${join(columns)}) values (${join(bound)}) returning id`
        : sql`insert into ${name(r.table)} default values returning id`,
    ),
  )
  const rowId = row?.id ?? 0
  await claimFiles(env, r, rowId, null, changes)
  changes.push(...(await saveRelations(env, pending, rowId)))
  for (const hooks of r.hooks) await hooks.saved?.({ ...write, id: rowId })
  return { id: rowId, changes }
}

const startOf = (r: Resource, f: CompiledField) =>
  r.def.states?.field === f.name ? r.def.states.start : f.meta.localized ? undefined : f.meta.default

async function update(env: Env, pending: Pending, old: Row): Promise<Written> {
  const { r, write } = pending
  const sets: Sql[] = []
  const changes: Change[] = []
  const ext: Record<string, Record<string, unknown>> = {}
  for (const f of r.fields) {
    const value = write.input[f.name]
    if (value === undefined || f.meta.kind === 'many' || f.meta.kind === 'rows') continue
    const difference = compare(f, old[f.name], value)
    if (difference.length === 0) continue
    changes.push(...difference)
    if (f.meta.ext) (ext[f.meta.ext] ??= {})[f.name] = asRead(f, value)
    else if (f.column)
      sets.push(
        sql`${name(f.column)} = ${f.meta.localized ? merged(f, value as Record<string, unknown>) : stored(f, value, write.language)}`,
      )
  }
  sets.push(...mergedExt(ext))
  changes.push(...(await saveRelations(env, pending, old.id)))
  if (changes.length > 0) {
    if (r.locked) sets.push(sql`version = t.version + 1`)
    sets.push(sql`updated_at = now()`)
    await guarded(r, () => env.tx.run(sql`update ${name(r.table)} t set ${join(sets)} where t.id = ${old.id}`))
  }
  await claimFiles(env, r, old.id, old, changes)
  for (const hooks of r.hooks) await hooks.saved?.({ ...write, id: old.id })
  return { id: old.id, changes }
}

/** Bound value for a new row or a plain column. */
function stored(f: CompiledField, value: unknown, language: Locale): Sql {
  if (f.meta.localized) return sql`${fresh(language, prune(value as Record<string, unknown>))}::jsonb`
  const db = f.kind.toDb(value, f.meta)
  return f.kind.column === 'jsonb' ? sql`${db}::jsonb` : sql`${db}`
}

const prune = (map: Record<string, unknown>) => Object.fromEntries(Object.entries(map).filter(([, v]) => v !== '' && v !== null))

/** The column with the given languages set and the emptied ones taken out; the others stay as they are. */
function merged(f: CompiledField, map: Record<string, unknown>): Sql {
  const gone = Object.keys(map).filter((k) => map[k] === '' || map[k] === null)
  const column = name(f.column ?? '')
  return sql`(coalesce(t.${column}, '{}'::jsonb) || ${JSON.stringify(prune(map))}::jsonb) - ${gone}::text[]`
}

async function saveRelations(env: Env, { r, write, children }: Pending, rowId: number): Promise<Change[]> {
  const changes: Change[] = []
  const { old } = write
  for (const f of r.fields) {
    const ids = write.input[f.name] as number[] | undefined
    if (f.meta.kind !== 'many' || ids === undefined) continue
    const before = (old?.[f.name] ?? []) as number[]
    if (JSON.stringify(before) === JSON.stringify(ids)) continue
    changes.push({ field: f.name, old: before, new: ids })
    const link = name(f.meta.through ?? '')
    const own = name(`${r.name}_id`)
    if (before.length > 0) await env.tx.run(sql`delete from ${link} where ${own} = ${rowId}`)
    if (ids.length > 0) {
      await guarded(
        r,
        () =>
          env.tx.run(sql`insert into ${link} (${own}, ${name(`${f.meta.to}_id`)}, "order")
        select ${rowId}, x, o from unnest(${ids}::bigint[]) with ordinality as u(x, o)`),
        f.name,
      )
    }
  }
  for (const f of r.fields) {
    const list = children.get(f.name)
    if (list) changes.push(...(await saveChildren(env, f, rowId, list, (old?.[f.name] ?? []) as Row[])))
  }
  return changes
}

/** Writes the child rows of one field: known ids are updated, new ones inserted, missing ones hidden or deleted. */
async function saveChildren(env: Env, f: CompiledField, parentId: number, list: readonly Pending[], before: Row[]): Promise<Change[]> {
  const child = env.registry.resource(f.meta.to ?? '')
  const gone = new Map(before.map((row) => [row.id, row]))
  const changes: Change[] = []
  for (const [i, pending] of list.entries()) {
    const old = pending.write.old as Row | null
    if (old) gone.delete(old.id)
    try {
      const result = old ? await update(env, pending, old) : await insert(env, pending, { [f.meta.by ?? '']: parentId })
      const label = labelOf(child, old, pending.write.input) || String(result.id)
      changes.push(...result.changes.map((c) => ({ ...c, field: `${f.name}[${label}].${c.field}` })))
    } catch (error) {
      throw prefixed(error, `${f.name}.${i}.`)
    }
  }
  for (const row of gone.values()) changes.push(...(await dropChild(env, child, f, row)))
  return changes
}

function labelOf(child: Resource, old: Row | null, values: Values): string {
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
  await eraseRow(env, child, row)
  return [{ field: `${f.name}[${label}]`, old: label, new: null }]
}
