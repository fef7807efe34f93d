import { id as name, join, type Row, type SavedRecord, sql, type Sql, type Tx } from 'stoa'
import {
  type Change,
  type CompiledField,
  type Content,
  toColumnValue,
  toColumnValues,
  findChanges,
  getRowLabel,
  type PendingWrite,
  type Registry,
  type Resource,
  type Values,
} from 'stoa/engine'

/** A row to write together with others of its resource. */
export interface Item {
  pending: PendingWrite
  old: Row | null
  /** Set once a new row is stored. */
  id: number
  /** Column values of the row itself, for new and for changed rows. */
  columns: Map<string, Content>
  /** JSON columns of per-language texts, whose values are merged. */
  merged: ReadonlySet<string>
  ownChanges: readonly Change[]
  links: readonly { field: CompiledField; before: readonly number[]; ids: readonly number[] }[]
  below: readonly { field: CompiledField; items: readonly Item[] }[]
}

interface Env {
  tx: Tx
  registry: Registry
}

/** Collects statements whose results are awaited at the end. */
interface Sending extends Env {
  send(statement: Promise<unknown>): void
}

/** Whether rows of a resource and their child rows consist only of their fields. */
export function isPlain(registry: Registry, r: Resource): boolean {
  return (
    !r.hooks.some((hooks) => hooks.afterSave) &&
    r.fields.every(
      ({ meta }) =>
        meta.kind !== 'privateFile' && (meta.kind !== 'rows' || meta.readOnly || isPlain(registry, registry.resource(meta.to ?? ''))),
    )
  )
}

/** Prepares a row for a multi-row statement; undefined when it must be written by itself. `by`: the foreign key column of its parent. */
export function getItem(registry: Registry, pending: PendingWrite, by?: string): Item | undefined {
  const { r, write, children } = pending
  const old = write.old as Row | null
  const row = old ? changed(pending, old) : { ...toColumnValues(pending, by === undefined ? {} : { [by]: 0 }), merged: new Set<string>() }
  const below: { field: CompiledField; items: Item[] }[] = []
  for (const field of r.fields) {
    const list = children.get(field.name)
    if (!list) continue
    const child = registry.resource(field.meta.to ?? '')
    const items = list.map((childRow) => getItem(registry, childRow, field.meta.by ?? ''))
    const named = new Set(list.map((childRow) => childRow.write.id))
    const hasRemovedRows = ((old?.[field.name] ?? []) as Row[]).some(
      (oldRow) => !named.has(oldRow.id) && !(child.def.hide && oldRow[child.def.hide] === false),
    )
    if (hasRemovedRows || !items.every((item) => item !== undefined)) return undefined
    below.push({ field, items })
  }
  // A multi-row insert needs at least one column, so a row of defaults alone is written by itself.
  if (!row || (!old && row.columns.size === 0)) return undefined
  return {
    pending,
    old,
    id: old?.id ?? 0,
    columns: row.columns,
    merged: row.merged,
    ownChanges: row.changes,
    links: getLinks(pending, old),
    below,
  }
}

/** The changed columns of a row. Values of other plugins and removed texts need statements of their own. */
function changed(pending: PendingWrite, old: Row): (Pick<Item, 'columns' | 'merged'> & { changes: Change[] }) | undefined {
  const { input, language } = pending.write
  const { ownFields, ext, changes } = findChanges(pending, old)
  const localized = ownFields.filter((f) => f.meta.localized)
  const emptied = localized.some((f) => Object.values(input[f.name] as Values).some((text) => text === '' || text === null))
  if (emptied || Object.keys(ext).length > 0) return undefined
  return {
    columns: new Map(ownFields.map((f) => [f.column ?? '', toColumnValue(f, input[f.name], language)])),
    merged: new Set(localized.map((f) => f.column ?? '')),
    changes,
  }
}

function getLinks({ r, write }: PendingWrite, old: Row | null): Item['links'] {
  return r.fields.flatMap((field) => {
    const ids = write.input[field.name] as number[] | undefined
    if (field.meta.kind !== 'many' || ids === undefined) return []
    const before = (old?.[field.name] ?? []) as number[]
    return JSON.stringify(before) === JSON.stringify(ids) ? [] : [{ field, before, ids }]
  })
}

/** The changes for the audit log, once the ids are known. */
export function getChanges(item: Item): Change[] {
  return [
    ...item.ownChanges,
    ...item.links.map(({ field, before, ids }) => ({ field: field.name, old: before, new: ids })),
    ...item.below.flatMap(({ field, items }) =>
      items.flatMap((item) => {
        const label = getRowLabel(item.pending.r, item.old, item.pending.write.input) || String(item.id)
        return getChanges(item).map((change) => ({ ...change, field: `${field.name}[${label}].${change.field}` }))
      }),
    ),
  ]
}

/** Whether a row has changes to record. A new row is stored even when all its values are blank. */
export const isChanged = ({ old, ownChanges, links, below }: Item): boolean =>
  old === null || ownChanges.length > 0 || links.length > 0 || below.some(({ items }) => items.some(tells))

const tells = ({ ownChanges, links, below }: Item): boolean =>
  ownChanges.length > 0 || links.length > 0 || below.some(({ items }) => items.some(tells))

/** Writes rows of one resource and their child rows. Rows with the same columns share a statement. The statements run concurrently. */
export async function writeItems(env: Env, r: Resource, items: readonly Item[]): Promise<void> {
  await assignIds(env, newItems(env.registry, r, items))
  const sent: Promise<unknown>[] = []
  const send = (statement: Promise<unknown>) => {
    // Avoids an unhandled rejection when a hook fails first.
    statement.catch(() => undefined)
    sent.push(statement)
  }
  await sendItems({ ...env, send }, r, items)
  await Promise.all(sent)
}

async function sendItems(env: Sending, r: Resource, items: readonly Item[]): Promise<void> {
  const { send } = env
  for (const list of alike(items.filter(({ old }) => old === null))) send(insert(env, r, list))
  for (const field of r.fields) {
    if (field.meta.kind === 'many') send(link(env, r, field, items))
    if (field.meta.kind !== 'rows') continue
    const below = items.flatMap((item) => {
      const childItems = itemsBelow(item, field)
      for (const childItem of childItems) if (childItem.old === null) childItem.columns.set(field.meta.by ?? '', { value: item.id })
      return childItems
    })
    if (below.length > 0) await sendItems(env, env.registry.resource(field.meta.to ?? ''), below)
  }
  const updates = items.filter((item) => item.old !== null && isChanged(item)).sort((a, b) => a.id - b.id)
  for (const list of alike(updates)) send(update(env, r, list))
  for (const hooks of r.hooks)
    await hooks.afterSaveMany?.(items.map(({ pending, id }): SavedRecord => ({ ...pending.write, tx: env.tx, id }) as SavedRecord))
}

const itemsBelow = (item: Item, field: CompiledField): readonly Item[] => item.below.find((entry) => entry.field === field)?.items ?? []

/** The new rows among these and their child rows, by table. */
function newItems(registry: Registry, r: Resource, items: readonly Item[], found = new Map<string, Item[]>()): Map<string, Item[]> {
  const created = items.filter(({ old }) => old === null)
  if (created.length > 0) found.set(r.table, [...(found.get(r.table) ?? []), ...created])
  for (const field of r.fields) {
    if (field.meta.kind !== 'rows') continue
    const below = items.flatMap((item) => itemsBelow(item, field))
    if (below.length > 0) newItems(registry, registry.resource(field.meta.to ?? ''), below, found)
  }
  return found
}

/** Reserves the ids of new rows first, because `insert … returning` does not guarantee an order. */
async function assignIds({ tx }: Env, byTable: ReadonlyMap<string, readonly Item[]>): Promise<void> {
  if (byTable.size === 0) return
  const ids = await tx.rows<{ table: string; id: number }>(
    join(
      [...byTable].map(
        ([table, items]) => sql`select ${table}::text as table, nextval(s.sequence) as id
          from (select pg_get_serial_sequence(${table}, 'id')::regclass as sequence offset 0) s, generate_series(1, ${items.length}::int)`,
      ),
      ' union all ',
    ),
  )
  const left = new Map([...byTable].map(([table, items]) => [table, items.values()]))
  for (const { table, id } of ids) {
    const item = left.get(table)?.next().value
    if (item) item.id = id
  }
}

/** Groups rows by the columns that are written. */
function alike(items: readonly Item[]): Item[][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = [...item.columns.keys()].join()
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()]
}

/** The rows as SQL, with the types of the table's columns. */
function getRows(r: Resource, items: readonly Item[]): Sql {
  const rows = items.map(({ id, columns }) => {
    const parts = [...columns].map(
      ([column, { value, json }]) => `"${column}":${json && value !== null ? value : JSON.stringify(value ?? null)}`,
    )
    return `{${['"id":' + id, ...parts].join()}}`
  })
  return sql`json_populate_recordset(null::${name(r.table)}, ${`[${rows.join()}]`}::json) v`
}

async function insert({ tx }: Env, r: Resource, items: readonly Item[]): Promise<void> {
  const columns = ['id', ...(items[0]?.columns.keys() ?? [])].map(name)
  await tx.run(sql`insert into ${name(r.table)} (${join(columns)}) overriding system value
    select ${join(columns.map((c) => sql`v.${c}`))} from ${getRows(r, items)}`)
}

async function update({ tx }: Env, r: Resource, items: readonly Item[]): Promise<void> {
  const merged = items[0]?.merged
  const sets = [...(items[0]?.columns.keys() ?? [])].map((column) => {
    const c = name(column)
    return merged?.has(column) ? sql`${c} = coalesce(t.${c}, '{}'::jsonb) || v.${c}` : sql`${c} = v.${c}`
  })
  if (r.locked) sets.push(sql`version = t.version + 1`)
  sets.push(sql`updated_at = now()`)
  await tx.run(sql`update ${name(r.table)} t set ${join(sets)} from ${getRows(r, items)} where t.id = v.id`)
}

async function link({ tx }: Env, r: Resource, field: CompiledField, items: readonly Item[]): Promise<void> {
  const all = items.flatMap((item) => item.links.filter((link) => link.field === field).map((link) => ({ ...link, itemId: item.id })))
  const table = name(field.meta.through ?? '')
  const ownerColumn = name(`${r.name}_id`)
  const cleared = all.filter(({ before }) => before.length > 0).map((entry) => entry.itemId)
  const pairs = all.flatMap(({ itemId: from, ids }) => ids.map((to, i) => [from, to, i + 1] as const))
  const [from, to, order] = [0, 1, 2].map((i) => pairs.map((pair) => pair[i as 0]))
  await Promise.all([
    cleared.length > 0 && tx.run(sql`delete from ${table} where ${ownerColumn} = any(${cleared}::bigint[])`),
    pairs.length > 0 &&
      tx.run(sql`insert into ${table} (${ownerColumn}, ${name(`${field.meta.to}_id`)}, "order")
        select * from unnest(${from}::bigint[], ${to}::bigint[], ${order}::bigint[])`),
  ])
}
