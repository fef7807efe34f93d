import { type Ctx, AppError, type Kernel, type Tx } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { INVENTORY, type InventoryService } from 'stoa/plugins/inventory'
import { toDocument, lockOrder } from './head.ts'
import { findStockFaults, type StockOfLine } from './stock-of-lines.ts'

/** What the ledger says of movements that correct it. */
const REASON = 'Correction: units of the order were booked twice'

/** What was done, or would be, about a line; `short` where there is not enough stock left to reserve or to book out. */
export interface StockRepair extends StockOfLine {
  outcome: 'repaired' | 'would repair' | 'short'
}

type Step = (tx: Tx, ctx: Ctx, inventoryService: InventoryService, line: StockOfLine) => Promise<void>

/** Units that were booked out and never left come back; what is reserved beyond what is owed is released. */
const giveBack: Step = async (tx, ctx, inventory, { order_id, line_id, reserved, owed, consumed, handed_over }) => {
  const document = toDocument({ id: order_id })
  const back = Math.max(0, consumed - handed_over)
  if (back > 0) await inventory.reverseSale(tx, ctx, document, [{ line_id, quantity: back }], REASON)
  const spare = reserved + back - owed - Math.max(0, handed_over - consumed)
  if (spare > 0) await inventory.release(tx, document, [{ line_id, quantity: spare }])
}

/** What is owed is reserved, and what was handed over is booked out. @throws Failed OUT_OF_STOCK */
const takeMissing: Step = async (tx, ctx, inventory, { order_id, line_id, stock_id, owed, consumed, handed_over }) => {
  const document = toDocument({ id: order_id })
  const left = Math.max(0, handed_over - consumed)
  await inventory.complete(tx, document, [{ line_id, stock_id, quantity: owed + left }])
  if (left > 0) await inventory.consume(tx, ctx, document, [{ line_id, quantity: left }], REASON)
}

/**
 * Sets the stock of lines right whose reservations or movements differ from what their orders say. First all that is free again is given
 * back, then what is missing is taken, each line in a transaction of its own, under the lock of its order and of lines of goods in id
 * order. Running it again does nothing more. With `dryRun` it only says what it would look at.
 */
export async function repairStock(ctx: Ctx, { dryRun }: { dryRun: boolean }): Promise<StockRepair[]> {
  const { kernel } = ctx
  const inventory = kernel.find(INVENTORY)
  if (!inventory) return []
  const faults = await findStockFaults(kernel.db, kernel)
  if (dryRun) return faults.map((line) => ({ ...line, outcome: 'would repair' }))
  const short = new Set<number>()
  for (const step of [giveBack, takeMissing])
    for (const { order_id, line_id } of faults) if (!(await repairLine(kernel, ctx, inventory, step, order_id, line_id))) short.add(line_id)
  return faults.map((line) => ({ ...line, outcome: short.has(line.line_id) ? 'short' : 'repaired' }))
}

/** @returns false where there is not enough stock */
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
