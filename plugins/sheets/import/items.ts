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

/** A row to be written together with others of its resource. */
export interface Item {
  pending: PendingWrite
  old: Row | null
  /** Of a new row, once it is stored. */
  id: number
  /** Of the row itself: what goes into which column, for new and for changed ones. */
  columns: Map<string, Content>
  /** Columns of texts per language, into which theirs are merged. */
  merged: ReadonlySet<string>
  own: readonly Change[]
  links: readonly { field: CompiledField; before: readonly number[]; ids: readonly number[] }[]
  below: readonly { field: CompiledField; items: readonly Item[] }[]
}

interface Env {
  tx: Tx
  registry: Registry
}

/** Where statements go whose answers are waited for at the end. */
interface Sending extends Env {
  send(statement: Promise<unknown>): void
}

/** Whether rows of a resource, and those below them, are nothing but what their fields say. */
export function isPlain(registry: Registry, r: Resource): boolean {
  return (
    !r.hooks.some((hooks) => hooks.afterSave) &&
    r.fields.every(
      ({ meta }) =>
        meta.kind !== 'privateFile' && (meta.kind !== 'rows' || meta.readOnly || isPlain(registry, registry.resource(meta.to ?? ''))),
    )
  )
}

/** A row that is ready as one of many; undefined when it has to be written by itself. `by`: the column that names its parent. */
export function getItem(registry: Registry, pending: PendingWrite, by?: string): Item | undefined {
  const { r, write, children } = pending
  const old = write.old as Row | null
  const row = old ? changed(pending, old) : { ...toColumnValues(pending, by === undefined ? {} : { [by]: 0 }), merged: new Set<string>() }
  const below: { field: CompiledField; items: Item[] }[] = []
  for (const field of r.fields) {
    const list = children.get(field.name)
    if (!list) continue
    const child = registry.resource(field.meta.to ?? '')
    const items = list.map((one) => getItem(registry, one, field.meta.by ?? ''))
    const named = new Set(list.map((one) => one.write.id))
    const gone = ((old?.[field.name] ?? []) as Row[]).some(
      (one) => !named.has(one.id) && !(child.def.hide && one[child.def.hide] === false),
    )
    if (gone || !items.every((item) => item !== undefined)) return undefined
    below.push({ field, items })
  }
  // A row of defaults alone has no column that a statement for many could name.
  if (!row || (!old && row.columns.size === 0)) return undefined
  return {
    pending,
    old,
    id: old?.id ?? 0,
    columns: row.columns,
    merged: row.merged,
    own: row.changes,
    links: getLinks(pending, old),
    below,
  }
}

/** What changes in a row. Values of other plugins and texts that are taken away are merged by statements of their own. */
function changed(pending: PendingWrite, old: Row): (Pick<Item, 'columns' | 'merged'> & { changes: Change[] }) | undefined {
  const { input, language } = pending.write
  const { own, ext, changes } = findChanges(pending, old)
  const localized = own.filter((f) => f.meta.localized)
  const emptied = localized.some((f) => Object.values(input[f.name] as Values).some((text) => text === '' || text === null))
  if (emptied || Object.keys(ext).length > 0) return undefined
  return {
    columns: new Map(own.map((f) => [f.column ?? '', toColumnValue(f, input[f.name], language)])),
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

/** How what was written is told, once it has its ids. */
export function getChanges(item: Item): Change[] {
  return [
    ...item.own,
    ...item.links.map(({ field, before, ids }) => ({ field: field.name, old: before, new: ids })),
    ...item.below.flatMap(({ field, items }) =>
      items.flatMap((one) => {
        const label = getRowLabel(one.pending.r, one.old, one.pending.write.input) || String(one.id)
        return getChanges(one).map((change) => ({ ...change, field: `${field.name}[${label}].${change.field}` }))
      }),
    ),
  ]
}

/** Whether there is anything to tell of a row. A new one whose values are all blank is stored all the same. */
export const isChanged = ({ old, own, links, below }: Item): boolean =>
  old === null || own.length > 0 || links.length > 0 || below.some(({ items }) => items.some(tells))

const tells = ({ own, links, below }: Item): boolean => own.length > 0 || links.length > 0 || below.some(({ items }) => items.some(tells))

/** Writes rows of one resource and all below them, a statement for those that are alike. The statements do not wait for each other. */
export async function writeItems(env: Env, r: Resource, items: readonly Item[]): Promise<void> {
  await assignIds(env, newItems(env.registry, r, items))
  const sent: Promise<unknown>[] = []
  const send = (statement: Promise<unknown>) => {
    // When a hook fails first, nobody waits for these any more.
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
      const own = itemsBelow(item, field)
      for (const one of own) if (one.old === null) one.columns.set(field.meta.by ?? '', { value: item.id })
      return own
    })
    if (below.length > 0) await sendItems(env, env.registry.resource(field.meta.to ?? ''), below)
  }
  const updates = items.filter((item) => item.old !== null && isChanged(item)).sort((a, b) => a.id - b.id)
  for (const list of alike(updates)) send(update(env, r, list))
  for (const hooks of r.hooks)
    await hooks.afterSaveMany?.(items.map(({ pending, id }): SavedRecord => ({ ...pending.write, tx: env.tx, id }) as SavedRecord))
}

const itemsBelow = (item: Item, field: CompiledField): readonly Item[] => item.below.find((one) => one.field === field)?.items ?? []

/** The new rows among these and all below them, by table. */
function newItems(registry: Registry, r: Resource, items: readonly Item[], found = new Map<string, Item[]>()): Map<string, Item[]> {
  const own = items.filter(({ old }) => old === null)
  if (own.length > 0) found.set(r.table, [...(found.get(r.table) ?? []), ...own])
  for (const field of r.fields) {
    if (field.meta.kind !== 'rows') continue
    const below = items.flatMap((item) => itemsBelow(item, field))
    if (below.length > 0) newItems(registry, registry.resource(field.meta.to ?? ''), below, found)
  }
  return found
}

/** New rows get their ids first: in which order a statement would answer those it gave is not promised. */
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

/** Rows by the columns that are written of them. */
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

/** Rows as PostgreSQL reads them into the types of a table's columns. */
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
  const all = items.flatMap((item) => item.links.filter((one) => one.field === field).map((one) => ({ ...one, own: item.id })))
  const table = name(field.meta.through ?? '')
  const own = name(`${r.name}_id`)
  const cleared = all.filter(({ before }) => before.length > 0).map((one) => one.own)
  const pairs = all.flatMap(({ own: from, ids }) => ids.map((to, i) => [from, to, i + 1] as const))
  const [from, to, order] = [0, 1, 2].map((i) => pairs.map((pair) => pair[i as 0]))
  await Promise.all([
    cleared.length > 0 && tx.run(sql`delete from ${table} where ${own} = any(${cleared}::bigint[])`),
    pairs.length > 0 &&
      tx.run(sql`insert into ${table} (${own}, ${name(`${field.meta.to}_id`)}, "order")
        select * from unnest(${from}::bigint[], ${to}::bigint[], ${order}::bigint[])`),
  ])
}
