import { type Ctx, AppError, type Kernel, type Tx } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { INVENTORY, type InventoryService } from 'stoa/plugins/inventory'
import { toDocument, lockOrder } from './head.ts'
import { findStockFaults, type StockOfLine } from './stock-of-lines.ts'

/** Reason in the stock ledger for corrections. */
const REASON = 'Correction: units of the order were booked twice'

/** A correction of a line, made or proposed. `short` if too little stock is left to reserve or book out. */
export interface StockRepair extends StockOfLine {
  outcome: 'repaired' | 'would repair' | 'short'
}

type Step = (tx: Tx, ctx: Ctx, inventoryService: InventoryService, line: StockOfLine) => Promise<void>

/** Restocks units that were booked out and never shipped, and releases reservations beyond the units owed. */
const releaseSurplus: Step = async (tx, ctx, inventory, { order_id, line_id, reserved, owed, consumed, handed_over }) => {
  const document = toDocument({ id: order_id })
  const unshipped = Math.max(0, consumed - handed_over)
  if (unshipped > 0) await inventory.reverseSale(tx, ctx, document, [{ line_id, quantity: unshipped }], REASON)
  const surplus = reserved + unshipped - owed - Math.max(0, handed_over - consumed)
  if (surplus > 0) await inventory.release(tx, document, [{ line_id, quantity: surplus }])
}

/** Reserves the units owed and books out the units handed over. @throws AppError OUT_OF_STOCK */
const reserveMissing: Step = async (tx, ctx, inventory, { order_id, line_id, stock_id, owed, consumed, handed_over }) => {
  const document = toDocument({ id: order_id })
  const unbooked = Math.max(0, handed_over - consumed)
  await inventory.reserveRemaining(tx, document, [{ line_id, stock_id, quantity: owed + unbooked }])
  if (unbooked > 0) await inventory.consume(tx, ctx, document, [{ line_id, quantity: unbooked }], REASON)
}

/**
 * Repairs the stock of lines whose reservations or movements differ from their orders. Surplus stock is released
 * first, then missing stock is taken. Each line has its own transaction, with row locks on its order and then on
 * stock rows in id order. Idempotent. With `dryRun` it only lists the lines.
 */
export async function repairStock(ctx: Ctx, { dryRun }: { dryRun: boolean }): Promise<StockRepair[]> {
  const { kernel } = ctx
  const inventory = kernel.find(INVENTORY)
  if (!inventory) return []
  const faults = await findStockFaults(kernel.db, kernel)
  if (dryRun) return faults.map((line) => ({ ...line, outcome: 'would repair' }))
  const short = new Set<number>()
  for (const step of [releaseSurplus, reserveMissing])
    for (const { order_id, line_id } of faults) if (!(await repairLine(kernel, ctx, inventory, step, order_id, line_id))) short.add(line_id)
  return faults.map((line) => ({ ...line, outcome: short.has(line.line_id) ? 'short' : 'repaired' }))
}

/** @returns false if there is too little stock */
async function repairLine(kernel: Kernel, ctx: Ctx, inventory: InventoryService, step: Step, order: number, id: number): Promise<boolean> {
  try {
    await kernel.transaction(async (tx) => {
      await lockOrder(tx, order)
      const line = (await findStockFaults(tx, kernel, { order })).find(({ line_id }) => line_id === id)
      if (line) await step(tx, ctx, inventory, line)
    })
    return true
  } catch (error) {
    if (error instanceof AppError && error.kind === OUT_OF_STOCK) return false
    throw error
  }
}
