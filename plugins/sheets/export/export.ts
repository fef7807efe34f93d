import { setImmediate } from 'node:timers/promises'
import { type Ctx, id, join, type Locale, type Row, sql, type Sql } from 'stoa'
import { columnsSql, type ListQuery, planList, recordRead, type Resource, selection, toApiRow } from 'stoa/engine'
import { Relations } from '../import/relations.ts'
import { getLayout, type LayoutScope } from '../mapping/columns.ts'
import { ahead } from '../source/ahead.ts'
import type { Format } from '../source/line.ts'
import { getKept } from './asked.ts'
import type { Batches } from './batches.ts'
import { getLines, findNames, type OutCell } from './lines-out.ts'
import { writeCsv, writeJson, writeNdjson } from './write-text.ts'
import { writeXlsx } from './write-xlsx.ts'

export interface ExportOptions {
  format?: Format
  /** Language of columns without one; the context's when absent. */
  language?: Locale
  /** Only these rows. */
  ids?: readonly number[]
  /** Filters and search of a list. */
  query?: ListQuery
  /** Only these columns, by name. */
  columns?: readonly string[]
  /** A further condition; `t` is the row's table. */
  where?: Sql
  /** What the columns are for: people, when absent. */
  scope?: LayoutScope
  onProgress?(progress: { done: number; total?: number }): void
}

/** Rows read at a time. */
const batchSize = 100

/** Rows made lines of before others have their turn of the event loop. */
const rowsInATurn = 20

/** The bytes of a sheet with all rows asked for, in the order they were made. Memory does not grow with their number. */
export function exportRecords(ctx: Ctx, resource: string, o: ExportOptions = {}): AsyncIterable<Buffer> {
  const language = o.language ?? ctx.language
  const inner: Ctx = { ...ctx, language }
  const r = ctx.kernel.registry.resource(resource)
  const whole = getLayout(ctx.kernel.registry, r, language, o.scope)
  const layout = o.columns ? { ...whole, columns: whole.columns.filter((c) => o.columns?.includes(c.name)) } : whole
  const header = layout.columns.filter((c) => c.writes).map((c) => c.name)
  const conditions = [
    planList(inner, r, o.query ?? {}).where,
    ...(o.ids ? [sql`t.id = any(${[...o.ids]})`] : []),
    ...(o.where ? [o.where] : []),
  ]
  const batches = lineBatches(inner, r, join(conditions, ' and '), layout, o)
  return getWriter(o.format ?? 'xlsx')(header, batches)
}

/** A sheet with nothing but the header an import reads. */
export function importTemplate(ctx: Ctx, resource: string, format: Format = 'xlsx'): AsyncIterable<Buffer> {
  const layout = getLayout(ctx.kernel.registry, ctx.kernel.registry.resource(resource), ctx.language)
  return getWriter(format)(
    layout.columns.filter((c) => c.reads).map((c) => c.name),
    none(),
  )
}

async function* none(): AsyncGenerator<OutCell[][]> {
  /* a template has no lines */
}

function getWriter(format: Format): (header: readonly string[], batches: Batches) => AsyncIterable<Buffer> {
  return { xlsx: writeXlsx, csv: writeCsv, json: writeJson, ndjson: writeNdjson }[format]
}

async function* lineBatches(
  ctx: Ctx,
  r: Resource,
  where: Sql,
  layout: ReturnType<typeof getLayout>,
  o: ExportOptions,
): AsyncGenerator<OutCell[][]> {
  const relations = new Relations(ctx, o.scope)
  let done = 0
  const found = await ctx.kernel.db.one<{ n: number }>(sql`select count(*) as n from ${id(r.table)} t where ${where}`)
  const kept = { ...getKept(r, o.query ?? {}, found?.n ?? 0), ...(o.ids ? { ids: o.ids } : {}) }
  await recordRead(ctx, r, 'export', { rowId: null, changes: [{ field: 'query', old: null, new: kept }] })
  for await (const rows of ahead(rowBatches(ctx, r, where))) {
    const names = await findNames(ctx, relations, layout, rows)
    for (let at = 0; at < rows.length; at += rowsInATurn) {
      yield rows.slice(at, at + rowsInATurn).flatMap((row) => getLines(ctx, layout, row, names))
      await setImmediate()
    }
    o.onProgress?.({ done: (done += rows.length) })
  }
}

async function* rowBatches(ctx: Ctx, r: Resource, where: Sql): AsyncGenerator<Row[]> {
  const { registry, db } = ctx.kernel
  // A column of the list that is a column of the sheet too.
  const extras = new Set(r.def.sheet?.columns?.map(({ name }) => name))
  for (let last = 0; ;) {
    const rows = await db.rows<Record<string, unknown>>(sql`
      select ${join([selection(registry, r, 't', { ctx, language: '*' }), ...columnsSql(r, ctx, extras)], ', ')}
      from (select * from ${id(r.table)} t where ${where} and t.id > ${last} order by t.id limit ${batchSize}) t order by t.id`)
    if (rows.length > 0) yield rows.map((raw) => toApiRow(registry, r, raw))
    if (rows.length < batchSize) return
    last = rows.at(-1)?.id as number
  }
}
