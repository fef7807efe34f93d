import { setImmediate } from 'node:timers/promises'
import { type Ctx, id, join, type Locale, type Row, sql, type Sql } from 'stoa'
import { columnsSql, type ListQuery, planList, recordRead, type Resource, selection, toApiRow } from 'stoa/engine'
import { Relations } from '../import/relations.ts'
import { getLayoutFor, type LayoutScope } from '../mapping/columns.ts'
import { ahead } from '../source/prefetch.ts'
import type { Format } from '../source/line.ts'
import { getRecordedQuery } from './export-filters.ts'
import type { Batches } from './batches.ts'
import { getLines, findNames, type OutCell } from './write-cells.ts'
import { writeCsv, writeJson, writeNdjson } from './write-text.ts'
import { writeXlsx } from './write-xlsx.ts'

export interface ExportOptions {
  format?: Format
  /** Language of per-language columns without a suffix; defaults to the language of the context. */
  language?: Locale
  /** Row ids. */
  ids?: readonly number[]
  /** Filters and search of a list. */
  query?: ListQuery
  /** Column names. */
  columns?: readonly string[]
  /** A further condition; `t` is the table of the rows. */
  where?: Sql
  /** The purpose of the columns; defaults to `sheet`. */
  scope?: LayoutScope
  onProgress?(progress: { done: number; total?: number }): void
}

/** Number of rows read at a time. */
const batchSize = 100

/** Number of rows converted before the loop yields to the event loop. */
const rowsInATurn = 20

/** Streams a file with the selected rows in order of id. Memory use does not depend on the number of rows. */
export function exportRecords(ctx: Ctx, resource: string, o: ExportOptions = {}): AsyncIterable<Buffer> {
  const language = o.language ?? ctx.language
  const inner: Ctx = { ...ctx, language }
  const r = ctx.kernel.registry.resource(resource)
  const whole = getLayoutFor(inner, r, o.scope)
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

/** An import template: a file with only the header. */
export function importTemplate(ctx: Ctx, resource: string, format: Format = 'xlsx'): AsyncIterable<Buffer> {
  const layout = getLayoutFor(ctx, ctx.kernel.registry.resource(resource))
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
  layout: ReturnType<typeof getLayoutFor>,
  o: ExportOptions,
): AsyncGenerator<OutCell[][]> {
  const relations = new Relations(ctx, o.scope)
  let done = 0
  const found = await ctx.kernel.db.one<{ n: number }>(sql`select count(*) as n from ${id(r.table)} t where ${where}`)
  const recordedQuery = { ...getRecordedQuery(r, o.query ?? {}, found?.n ?? 0), ...(o.ids ? { ids: o.ids } : {}) }
  await recordRead(ctx, r, 'export', { rowId: null, changes: [{ field: 'query', old: null, new: recordedQuery }] })
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
  // A list column with the same name as a column of the file.
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
