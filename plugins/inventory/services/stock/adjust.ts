import { type Ctx, AppError, validationError, NOT_FOUND, sql, message, type Tx } from 'stoa'
import { bookMovements, type LockedInventoryRow, lockInventoryRows } from './ledger.ts'
import { findOrCreateInventoryRow } from './inventory-row.ts'

interface AdjustmentReason {
  remark: string
  reason: string
}

export interface Adjustment extends AdjustmentReason {
  inventory_id: number
  quantity: number
}

/**
 * Adjusts an inventory row by hand. `update` sets its quantity. Reserved units cannot be removed.
 * @throws AppError NOT_FOUND, or INVALID by field
 */
export function adjustStock(ctx: Ctx, kind: 'plus' | 'minus' | 'update', a: Adjustment): Promise<{ id: number; quantity: number }> {
  assertPositive(a.quantity)
  return ctx.kernel.transaction(async (tx) => {
    const line = await lockInventoryRow(tx, a.inventory_id)
    const quantity = kind === 'plus' ? a.quantity : kind === 'minus' ? -a.quantity : a.quantity - line.quantity
    await bookMovements(tx, ctx, [{ inventory_id: line.id, type: kind, quantity, reason: a.reason, remark: a.remark }])
    return { id: line.id, quantity: line.quantity + quantity }
  })
}

export interface Transfer extends AdjustmentReason {
  from: number
  /** The target row, or the warehouse in which a row with the same expiry date and lot is found or created. */
  to: { line: number } | { warehouse: number }
  quantity: number
}

/** Transfers units between two inventory rows of one stock item; both movements carry the same pair id. */
export function transferStock(ctx: Ctx, t: Transfer): Promise<{ from: number; to: number; to_id: number }> {
  assertPositive(t.quantity)
  return ctx.kernel.transaction(async (tx) => {
    const target = 'line' in t.to ? t.to.line : await findMatchingRow(tx, t.from, t.to.warehouse)
    if (t.from === target) throw validationError({ to: message('inventory:error.transfer_target') })
    const lines = await lockInventoryRows(tx, [t.from, target])
    const [from, to] = [lines.find((l) => l.id === t.from), lines.find((l) => l.id === target)]
    if (!from || !to) throw new AppError(NOT_FOUND)
    if (from.stock_id !== to.stock_id) throw validationError({ to: message('inventory:error.transfer_stock') })
    const pair = await tx.one<{ id: number }>(sql`select nextval(pg_get_serial_sequence('inventory_movement', 'id')) as id`)
    const details = { reason: t.reason, remark: t.remark, pair_id: pair?.id ?? null }
    await bookMovements(tx, ctx, [
      { inventory_id: from.id, type: 'transfer_out', quantity: -t.quantity, ...details },
      { inventory_id: to.id, type: 'transfer_in', quantity: t.quantity, ...details },
    ])
    return { from: from.quantity - t.quantity, to: to.quantity + t.quantity, to_id: to.id }
  })
}

export interface DiscardInput extends AdjustmentReason {
  inventory_id: number
  quantity: number
}

/** Writes off spoilt or expired units. A row that becomes empty is marked as discarded. */
export function discardStock(ctx: Ctx, d: DiscardInput): Promise<{ id: number; quantity: number }> {
  assertPositive(d.quantity)
  return ctx.kernel.transaction(async (tx) => {
    const line = await lockInventoryRow(tx, d.inventory_id)
    await bookMovements(tx, ctx, [{ inventory_id: line.id, type: 'discard', quantity: -d.quantity, reason: d.reason, remark: d.remark }])
    await tx.run(sql`update inventory set is_discard = true where id = ${line.id} and quantity = 0`)
    return { id: line.id, quantity: line.quantity - d.quantity }
  })
}

async function lockInventoryRow(tx: Tx, id: number): Promise<LockedInventoryRow> {
  const [line] = await lockInventoryRows(tx, [id])
  if (!line) throw new AppError(NOT_FOUND)
  return line
}

function assertPositive(quantity: number): void {
  if (quantity <= 0) throw validationError({ quantity: message('inventory:error.quantity_positive') })
}

/** The inventory row in another warehouse with the same stock item, expiry date and lot. */
async function findMatchingRow(tx: Tx, from: number, warehouse: number): Promise<number> {
  const line = await tx.one<{ stock_id: number; expiry_date: string | null; lot_code: string | null }>(
    sql`select stock_id, expiry_date, lot_code from inventory where id = ${from}`,
  )
  if (!line) throw new AppError(NOT_FOUND)
  const existingWarehouse = await tx.one(sql`select 1 from warehouse where id = ${warehouse}`)
  if (!existingWarehouse) throw validationError({ warehouse_id: message('core:rule.choice') })
  return findOrCreateInventoryRow(tx, { ...line, warehouse_id: warehouse })
}
