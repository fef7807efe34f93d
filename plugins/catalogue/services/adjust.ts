import { type Ctx, Failed, invalid, NOT_FOUND, sql, text, type Tx } from '#core'
import { actorName } from './ledger.ts'

interface Line {
  id: number
  stock_id: number
  warehouse_id: number
  quantity: number
  reserved: number
}

export interface Adjustment {
  inventory_id: number
  quantity: number
  remark: string
  reason: string
}

/** Changes one line by hand. `update` sets its total. What is held for orders cannot be taken. */
export async function adjust(ctx: Ctx, kind: 'plus' | 'minus' | 'update', a: Adjustment): Promise<{ id: number; quantity: number }> {
  positive(a.quantity)
  return ctx.kernel.work(async (tx) => {
    const [line] = await lockLines(tx, [a.inventory_id])
    if (!line) throw new Failed(NOT_FOUND)
    const difference = kind === 'plus' ? a.quantity : kind === 'minus' ? -a.quantity : a.quantity - line.quantity
    await book(tx, ctx, line, kind, difference, a)
    tx.touch('product')
    return { id: line.id, quantity: line.quantity + difference }
  })
}

export interface Transfer {
  from: number
  to: number
  quantity: number
  remark: string
  reason: string
}

/** Moves units between two lines of one stock; both halves carry the same pair. */
export async function transfer(ctx: Ctx, t: Transfer): Promise<{ from: number; to: number }> {
  positive(t.quantity)
  if (t.from === t.to) throw invalid({ to: text('catalogue:error.transfer_target') })
  return ctx.kernel.work(async (tx) => {
    const lines = await lockLines(tx, [t.from, t.to])
    const [from, to] = [lines.find((l) => l.id === t.from), lines.find((l) => l.id === t.to)]
    if (!from || !to) throw new Failed(NOT_FOUND)
    if (from.stock_id !== to.stock_id) throw invalid({ to: text('catalogue:error.transfer_stock') })
    const pair = await book(tx, ctx, from, 'transfer_out', -t.quantity, t)
    await book(tx, ctx, to, 'transfer_in', t.quantity, t, pair)
    return { from: from.quantity - t.quantity, to: to.quantity + t.quantity }
  })
}

function positive(quantity: number): void {
  if (quantity <= 0) throw invalid({ quantity: text('catalogue:error.quantity_positive') })
}

const lockLines = (tx: Tx, ids: readonly number[]) =>
  tx.rows<Line>(
    sql`select id, stock_id, warehouse_id, quantity, reserved from inventory where id = any(${[...ids]}::bigint[]) order by id for update`,
  )

async function book(
  tx: Tx,
  ctx: Ctx,
  line: Line,
  type: string,
  difference: number,
  a: { reason: string; remark: string },
  pair: number | null = null,
): Promise<number> {
  if (line.quantity + difference < line.reserved) throw invalid({ quantity: text('catalogue:error.quantity_large') })
  await tx.run(sql`update inventory set quantity = quantity + ${difference}, updated_at = now() where id = ${line.id}`)
  const row = await tx.one<{ id: number }>(sql`
    insert into inventory_movement (inventory_id, stock_id, warehouse_id, type, quantity, balance_after, reason, remark, pair_id, actor)
    values (${line.id}, ${line.stock_id}, ${line.warehouse_id}, ${type}, ${difference}, ${line.quantity + difference}, ${a.reason}, ${a.remark}, ${pair}, ${actorName(ctx)})
    returning id`)
  return row?.id ?? 0
}
