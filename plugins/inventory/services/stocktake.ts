import {
  type ParsedFields,
  type Ctx,
  f,
  AppError,
  validationError,
  join,
  literal,
  type Locale,
  locales,
  type TransitionContext,
  NOT_FOUND,
  localizedSql,
  sql,
  type Sql,
  message,
  type Tx,
} from 'stoa'
import { choiceSql, findStockByCode, stocksSql } from 'stoa/plugins/catalogue'
import { NOT_COUNTING } from '../errors.ts'
import { bookMovements, lockInventoryRows } from './stock/ledger.ts'
import { findOrCreateInventoryRow } from './stock/inventory-row.ts'
import type { CountResult, Progress, WrittenCount } from '../api-types.ts'
import { stocktakeLine } from '../resources/stocktake-line.ts'

/** A counted quantity: of a stocktake line by id, or of an item by SKU or barcode. */
export const countedFields = {
  id: f.maybe(f.int({ min: 1 })),
  code: f.maybe(f.text({ maxLength: 100 })),
  /** With a code: which of several lots, if the label shows a date. */
  expiry_date: f.maybe(f.date()),
  lot_code: f.maybe(f.text({ maxLength: 60 })),
  /** Counted quantity. */
  counted: f.maybe(f.int({ min: 0 })),
  /** Increment of the counted quantity, since two people may scan the same item. */
  add: f.maybe(f.int({ min: -1_000, max: 1_000 })),
}
type CountInput = ParsedFields<typeof countedFields>

/** @throws AppError INVALID while another stocktake of the warehouse is open */
export async function assertNoOtherStocktake({ tx, row }: TransitionContext): Promise<void> {
  // Row lock: two stocktakes that start at once run one after the other, and the second finds the first.
  await tx.run(sql`select 1 from warehouse where id = ${row.warehouse_id} for no key update`)
  const clash = await tx.one<{ number: string }>(
    sql`select number from stocktake where warehouse_id = ${row.warehouse_id} and status = 'processing' and id <> ${row.id}`,
  )
  if (clash) throw validationError({ warehouse_id: message('inventory:error.counting', { number: clash.number }) })
}

/** Stores the expected quantity of every line in the warehouse. */
export async function startStocktake({ tx, ctx, row }: TransitionContext): Promise<void> {
  await tx.run(sql`update stocktake set started_at = now() where id = ${row.id}`)
  await addStocktakeLines(
    tx,
    ctx.mainLanguage,
    row.id,
    sql`i.warehouse_id = ${row.warehouse_id} and i.visibled and not (i.is_discard and i.quantity = 0)`,
  )
}

/** Treatment of uncounted lines: keep the recorded quantity, or set it to zero. */
export const uncounted = ['keep', 'zero'] as const

/**
 * Books the differences of counted lines. Uncounted lines require a treatment.
 * @throws AppError INVALID without it, or for lines with more reserved than counted units
 */
export async function approveStocktake({ tx, ctx, row, input }: TransitionContext): Promise<void> {
  await applyUncounted(tx, row.id, input.uncounted)
  const lines = await tx.rows<{ inventory_id: number; sku: string; difference: number }>(sql`
    select inventory_id, sku, counted - expected as difference from stocktake_line
    where stocktake_id = ${row.id} and counted is not null order by inventory_id`)
  const locked = new Map(
    (
      await lockInventoryRows(
        tx,
        lines.map((l) => l.inventory_id),
      )
    ).map((l) => [l.id, l]),
  )
  const shortLines = lines.filter((l) => {
    const now = locked.get(l.inventory_id)
    return l.difference < 0 && (!now || now.quantity + l.difference < now.reserved)
  })
  if (shortLines.length > 0)
    throw validationError(
      Object.fromEntries(
        shortLines.map((l) => [
          `line.${l.inventory_id}`,
          message('inventory:error.promised', { sku: l.sku, count: locked.get(l.inventory_id)?.reserved ?? 0 }),
        ]),
      ),
    )
  await bookMovements(
    tx,
    ctx,
    lines.map((l) => ({ inventory_id: l.inventory_id, type: 'stocktake', quantity: l.difference, reason: String(row.number) })),
    { type: 'stocktake', id: row.id },
  )
  await tx.run(sql`update stocktake set closed_at = now() where id = ${row.id}`)
}

async function applyUncounted(tx: Tx, id: number, mode: unknown): Promise<void> {
  const { lines, counted } = await readProgress(tx, id)
  if (counted === 0) throw validationError({ status: message('inventory:error.nothing_counted') })
  if (counted === lines || mode === 'keep') return
  if (mode !== 'zero') throw validationError({ uncounted: message('inventory:error.uncounted', { count: lines - counted, lines }) })
  await tx.run(sql`update stocktake_line set counted = 0, updated_at = now() where stocktake_id = ${id} and counted is null`)
  tx.invalidate('stocktake_line')
}

/**
 * Stores counted quantities. Counting a line again replaces its quantity, `add` adds to it.
 * @returns the progress and the last line written
 * @throws AppError NOT_FOUND, NOT_COUNTING, or INVALID by index
 */
export function saveCounts(ctx: Ctx, id: number, entries: readonly CountInput[]): Promise<CountResult> {
  return ctx.kernel.transaction(async (tx) => {
    const stocktake = await tx.one<{ warehouse_id: number; status: string }>(
      sql`select warehouse_id, status from stocktake where id = ${id} for update`,
    )
    if (!stocktake) throw new AppError(NOT_FOUND)
    if (stocktake.status !== 'processing') throw new AppError(NOT_COUNTING)
    let last: WrittenCount | undefined
    for (const [i, input] of entries.entries()) {
      const countedQuantity = input.counted
      if (countedQuantity === null && !input.add) throw validationError({ [`lines.${i}.counted`]: message('core:rule.required') })
      const line = input.id ?? (await findStocktakeLine(tx, ctx, id, stocktake.warehouse_id, input, i))
      last = await tx.one<WrittenCount>(sql`update stocktake_line set updated_at = now(),
          counted = case when ${countedQuantity}::int is null then greatest(0, coalesce(counted, 0) + ${input.add ?? 0}) else ${countedQuantity}::int end
        where stocktake_id = ${id} and id = ${line} returning id, sku, ${localizedSql(sql`name`, ctx.language, ctx.mainLanguage)} as name,
          coalesce(${localizedSql(sql`options`, ctx.language, ctx.mainLanguage)}, '') as options, counted`)
      if (!last) throw validationError({ [`lines.${i}.id`]: message('core:rule.choice') })
    }
    tx.invalidate('stocktake')
    return { ...(await readProgress(tx, id)), ...(last ? { last } : {}) }
  })
}

/** Progress of a stocktake. */
export async function readProgress(db: Pick<Tx, 'one'>, id: number): Promise<Progress> {
  const row = await db.one<Progress>(sql`select count(*)::int as lines, count(counted)::int as counted,
    coalesce(sum(greatest(expected - counted, 0)), 0)::int as missing, coalesce(sum(greatest(counted - expected, 0)), 0)::int as surplus
    from stocktake_line where stocktake_id = ${id}`)
  return row ?? { lines: 0, counted: 0, missing: 0, surplus: 0 }
}

/**
 * Finds the stocktake line of a code; a SKU takes precedence over a barcode. Of several lots, it is the first that is
 * not fully counted. An item without stock in this warehouse gets a line with an expected quantity of zero.
 */
async function findStocktakeLine(tx: Tx, ctx: Ctx, id: number, warehouse: number, entry: CountInput, index: number): Promise<number> {
  const code = entry.code ?? ''
  const findLine = (more: Sql) =>
    tx.one<{ id: number }>(sql`select id from stocktake_line where stocktake_id = ${id} and (sku = ${code} or barcode = ${code}) ${more}
      order by sku = ${code} desc, coalesce(counted, 0) < expected desc, expiry_date nulls last, id limit 1`)
  const lot = entry.expiry_date || entry.lot_code
  const existing = await findLine(
    lot ? sql`and expiry_date is not distinct from ${entry.expiry_date}::date and coalesce(lot_code, '') = ${entry.lot_code ?? ''}` : sql``,
  )
  if (existing) return existing.id
  const stock = await findStockByCode(tx, code)
  if (!stock) throw validationError({ [`lines.${index}.code`]: message('inventory:error.unknown_code', { code }) })
  const line = await findOrCreateInventoryRow(tx, {
    stock_id: stock.id,
    warehouse_id: warehouse,
    expiry_date: entry.expiry_date,
    lot_code: entry.lot_code,
  })
  await addStocktakeLines(tx, ctx.mainLanguage, id, sql`i.id = ${line}`)
  return (await tx.one<{ id: number }>(sql`select id from stocktake_line where stocktake_id = ${id} and inventory_id = ${line}`))?.id ?? 0
}

/** SQL: the options of a stock item in each language; empty if its product has no options. */
const optionsByLanguageSql = (main: Locale): Sql =>
  sql`jsonb_strip_nulls(jsonb_build_object(${join(
    locales.flatMap((language) => [literal(language), sql`nullif(${choiceSql({ language, mainLanguage: main })}, '')`]),
    ', ',
  )}))`

/** Adds inventory rows to a stocktake with their current quantity; existing lines stay unchanged. */
async function addStocktakeLines(tx: Tx, main: Locale, id: number, where: Sql): Promise<void> {
  const line = {
    stocktake_id: id,
    inventory_id: sql`i.id`,
    stock_id: sql`s.id`,
    sku: sql`s.sku`,
    barcode: sql`s.barcode`,
    name: sql`p.name`,
    options: optionsByLanguageSql(main),
    expiry_date: sql`i.expiry_date`,
    lot_code: sql`i.lot_code`,
    expected: sql`i.quantity`,
    cost_minor: sql`s.cost_minor`,
  }
  const rows = sql`inventory i join (${stocksSql}) on s.id = i.stock_id where ${where} and p.deleted_at is null order by i.id`
  await tx.run(sql`${tx.insertSql(stocktakeLine, line, rows)} on conflict (stocktake_id, inventory_id) do nothing`)
}
