import { fresh } from '../db/localized.ts'
import { id as name, join, literal, sql, type Sql } from '../db/sql.ts'
import { Failed, invalid, STALE, text } from '../http/errors.ts'
import type { Locale, Row } from '../wire.ts'
import { record } from '../audit/audit.ts'
import { type Change, compare } from './changes.ts'
import type { CompiledField, Resource } from './compile.ts'
import type { Write } from './define.ts'
import { eraseRow, guarded } from './erase.ts'
import { type Env, lock } from './lock.ts'
import { normalise, type Values } from './normalise.ts'
import { refuseCircle } from './tree.ts'

export interface WriteOptions {
  language: Locale
  source?: Write['source']
  /** Values are texts of a form or sheet. */
  typed?: boolean
  globals?: ReadonlySet<string>
}

export interface Written {
  id: number
  changes: Change[]
}

/** Creates a row with its children and links. @throws Failed INVALID by field. */
export async function createRow(env: Env, r: Resource, input: Record<string, unknown>, o: WriteOptions): Promise<Written> {
  const write = await begin(env, r, 'create', null, input, o)
  const values = await normalise(env.ctx, env.registry, r, write.input, { mode: 'create', ...o })
  const written = await insert(env, r, values, write, {})
  await finish(env, r, write, written, 'create')
  return written
}

/**
 * Changes the given fields of a row. Writes nothing when they hold these values already.
 * @throws Failed NOT_FOUND, STALE (with the current row), INVALID by field.
 */
export async function updateRow(env: Env, r: Resource, rowId: number, input: Record<string, unknown>, o: WriteOptions): Promise<Written> {
  const old = await lock(env, r, rowId)
  if (r.locked && input.version !== undefined && Number(input.version) !== old.version)
    throw new Failed(STALE, undefined, { extra: { current: old } })
  const write = await begin(env, r, 'update', old, input, o)
  const values = await normalise(env.ctx, env.registry, r, write.input, { mode: 'update', ...o })
  const written = await update(env, r, values, write, old)
  if (written.changes.length > 0) await finish(env, r, write, written, 'update')
  return written
}

async function begin(
  env: Env,
  r: Resource,
  mode: Write['mode'],
  old: Row | null,
  input: Record<string, unknown>,
  o: WriteOptions,
): Promise<Write> {
  const write: Write = {
    ctx: env.ctx,
    tx: env.tx,
    mode,
    id: old?.id ?? null,
    old,
    input: { ...input },
    language: o.language,
    source: o.source ?? 'api',
  }
  for (const hooks of r.hooks) await hooks.prepare?.(write)
  for (const hooks of r.hooks) await hooks.check?.(write)
  return write
}

async function finish(env: Env, r: Resource, write: Write, written: Written, verb: string): Promise<void> {
  env.tx.touch(r.name)
  await refuseCircle(env, r, written.id, write.input)
  if (r.audit) await record(env.tx, env.ctx, { resource: r.name, rowId: written.id, verb, changes: written.changes })
}

async function insert(env: Env, r: Resource, values: Values, write: Write, extra: Record<string, unknown>): Promise<Written> {
  const columns: Sql[] = []
  const bound: Sql[] = []
  const changes: Change[] = []
  const ext: Record<string, Record<string, unknown>> = {}
  for (const [column, value] of Object.entries(extra)) {
    columns.push(name(column))
    bound.push(sql`${value}`)
  }
  for (const f of r.fields) {
    const value = values.fields.has(f) ? values.fields.get(f) : startOf(r, f)
    if (value === undefined || extra[f.name] !== undefined) continue
    if (f.meta.ext) (ext[f.meta.ext] ??= {})[f.name] = value
    else if (f.column) {
      columns.push(name(f.column))
      bound.push(stored(f, value, write.language))
    } else continue
    if (values.fields.has(f)) changes.push(...compare(f, null, value))
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
  changes.push(...(await saveRelations(env, r, rowId, values, write, null)))
  for (const hooks of r.hooks) await hooks.saved?.({ ...write, id: rowId })
  return { id: rowId, changes }
}

const startOf = (r: Resource, f: CompiledField) =>
  r.def.states?.field === f.name ? r.def.states.start : f.meta.localized ? undefined : f.meta.default

async function update(env: Env, r: Resource, values: Values, write: Write, old: Row): Promise<Written> {
  const sets: Sql[] = []
  const changes: Change[] = []
  const ext: Record<string, Record<string, unknown>> = {}
  for (const [f, value] of values.fields) {
    if (f.meta.kind === 'many') continue
    const difference = compare(f, old[f.name], value)
    if (difference.length === 0) continue
    changes.push(...difference)
    if (f.meta.ext) (ext[f.meta.ext] ??= {})[f.name] = value
    else if (f.column)
      sets.push(
        sql`${name(f.column)} = ${f.meta.localized ? merged(f, value as Record<string, unknown>) : stored(f, value, write.language)}`,
      )
  }
  for (const [plugin, fields] of Object.entries(ext)) {
    sets.push(
      sql`ext = t.ext || jsonb_build_object(${literal(plugin)}, coalesce(t.ext->${literal(plugin)}, '{}'::jsonb) || ${JSON.stringify(fields)}::jsonb)`,
    )
  }
  changes.push(...(await saveRelations(env, r, old.id, values, write, old)))
  if (changes.length > 0) {
    if (r.locked) sets.push(sql`version = t.version + 1`)
    sets.push(sql`updated_at = now()`)
    await guarded(r, () => env.tx.run(sql`update ${name(r.table)} t set ${join(sets)} where t.id = ${old.id}`))
  }
  for (const hooks of r.hooks) await hooks.saved?.({ ...write, id: old.id })
  return { id: old.id, changes }
}

/** Bound value for a new row or a plain column. */
function stored(f: CompiledField, value: unknown, language: Locale): Sql {
  if (f.meta.localized) return sql`${fresh(language, prune(value as Record<string, unknown>))}::jsonb`
  const db = f.kind.toDb(value, f.meta)
  return f.meta.kind === 'json' ? sql`${db}::jsonb` : sql`${db}`
}

const prune = (map: Record<string, unknown>) => Object.fromEntries(Object.entries(map).filter(([, v]) => v !== '' && v !== null))

/** The column with the given languages set and the emptied ones taken out; the others stay as they are. */
function merged(f: CompiledField, map: Record<string, unknown>): Sql {
  const gone = Object.keys(map).filter((k) => map[k] === '' || map[k] === null)
  const column = name(f.column ?? '')
  return sql`(coalesce(t.${column}, '{}'::jsonb) || ${JSON.stringify(prune(map))}::jsonb) - ${gone}::text[]`
}

async function saveRelations(env: Env, r: Resource, rowId: number, values: Values, write: Write, old: Row | null): Promise<Change[]> {
  const changes: Change[] = []
  for (const [f, value] of values.fields) {
    if (f.meta.kind !== 'many') continue
    const ids = value as number[]
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
  for (const [f, list] of values.children) changes.push(...(await saveChildren(env, f, rowId, list, write, (old?.[f.name] ?? []) as Row[])))
  return changes
}

/** Writes the child rows of one field: known ids are updated, new ones inserted, missing ones hidden or deleted. */
async function saveChildren(env: Env, f: CompiledField, parentId: number, list: Values[], write: Write, before: Row[]): Promise<Change[]> {
  const child = env.registry.resource(f.meta.to ?? '')
  const known = new Map(before.map((row) => [row.id, row]))
  const changes: Change[] = []
  for (const [i, values] of list.entries()) {
    const path = `${f.name}.${i}`
    const old = values.id === null ? undefined : known.get(values.id)
    if (values.id !== null && !old) throw invalid({ [path]: text('core:rule.not_exists') })
    known.delete(values.id ?? 0)
    const order = child.byName.get('order')
    if (order && !values.fields.has(order)) values.fields.set(order, i)
    const inner: Write = {
      ...write,
      mode: old ? 'update' : 'create',
      id: values.id,
      old: old ?? null,
      input: Object.fromEntries([...values.fields].map(([k, v]) => [k.name, v])),
    }
    try {
      for (const hooks of child.hooks) await hooks.prepare?.(inner)
      takeBack(child, values, inner.input)
      for (const hooks of child.hooks) await hooks.check?.(inner)
      const result = old
        ? await update(env, child, values, inner, old)
        : await insert(env, child, values, inner, { [f.meta.by ?? '']: parentId })
      const label = labelOf(child, old, values) || String(result.id)
      changes.push(...result.changes.map((c) => ({ ...c, field: `${f.name}[${label}].${c.field}` })))
    } catch (error) {
      throw prefixed(error, path)
    }
  }
  for (const gone of known.values()) changes.push(...(await dropChild(env, child, f, gone)))
  return changes
}

/** What hooks changed in a child's input, taken over into the values to be stored. */
function takeBack(child: Resource, values: Values, input: Record<string, unknown>): void {
  for (const f of child.fields) {
    if (f.meta.kind === 'rows') continue
    if (input[f.name] === undefined) values.fields.delete(f)
    else values.fields.set(f, input[f.name])
  }
}

function labelOf(child: Resource, old: Row | undefined, values: Values): string {
  const value = values.fields.get(child.title) ?? old?.[child.title.name] ?? ''
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

function prefixed(error: unknown, path: string): unknown {
  if (!(error instanceof Failed) || Array.isArray(error.texts)) return error
  return new Failed(error.kind, Object.fromEntries(Object.entries(error.texts).map(([k, v]) => [`${path}.${k}`, v])), {
    extra: error.extra,
  })
}
