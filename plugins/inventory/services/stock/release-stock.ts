import { type Ctx, sql, type Tx } from 'stoa'
import { type Document, type Part } from './ledger.ts'
import { saleMovementsSql } from './sale-movement.ts'

/** Releases reservations: all of a document, or a number of units of its lines. */
export async function releaseStock(tx: Tx, document: Document, parts?: readonly Part[]): Promise<void> {
  const freed = await turn(tx, document, { from: 'pending', to: 'canceled' }, parts)
  if (freed.length === 0) return
  await tx.run(sql`update inventory i set reserved = i.reserved - f.n, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(freed)}::jsonb) as f(inventory_id bigint, n int) where i.id = f.inventory_id`)
}

/** Books out reserved stock as sold: all of a document, or a number of units of its lines. */
export async function consumeStock(tx: Tx, ctx: Ctx, document: Document, parts?: readonly Part[], reason = ''): Promise<void> {
  await bookSale(tx, ctx, document, await turn(tx, document, { from: 'pending', to: 'completed' }, parts), reason)
}

/** Reverses sales, the latest first for each line: the units never left and are reserved again. The reason is stored in the ledger. */
export async function reverseSale(tx: Tx, ctx: Ctx, document: Document, parts: readonly Part[], reason: string): Promise<void> {
  const back = await turn(tx, document, { from: 'completed', to: 'pending' }, parts)
  await bookSale(
    tx,
    ctx,
    document,
    back.map(({ inventory_id, n }) => ({ inventory_id, n: -n })),
    reason,
  )
}

/** Books reserved units out of their stock lines (negative: back in), with movements. */
async function bookSale(
  tx: Tx,
  ctx: Ctx,
  document: Document,
  sold: readonly { inventory_id: number; n: number }[],
  reason: string,
): Promise<void> {
  if (sold.length === 0) return
  await tx.run(sql`
    with sold as (select * from jsonb_to_recordset(${JSON.stringify(sold)}::jsonb) as s(inventory_id bigint, n int)),
      booked as (update inventory i set quantity = i.quantity - s.n, reserved = i.reserved - s.n, updated_at = now()
        from sold s where i.id = s.inventory_id returning i.id, i.stock_id, i.warehouse_id, i.quantity, s.n)
    ${saleMovementsSql(tx, ctx, document, sql`booked`, reason)}`)
}

/**
 * Changes the status of reservations of a document, or of a number of units: the original row keeps the rest.
 * Reserved units are taken oldest first, consumed ones newest first. Stock lines are locked in id order before.
 */
async function turn(
  tx: Tx,
  document: Document,
  { from, to }: { from: 'pending' | 'completed'; to: string },
  parts?: readonly Part[],
): Promise<{ inventory_id: number; n: number }[]> {
  const mine = sql`r.document_type = ${document.type} and r.document_id = ${document.id} and r.status = ${from}`
  const order = from === 'pending' ? sql`r.id` : sql`r.id desc`
  await tx.run(
    sql`select i.id from inventory i where i.id in (select r.inventory_id from reservation r where ${mine}) order by i.id for update`,
  )
  const requested = parts
    ? sql`select p.line_id, sum(p.quantity)::int as quantity from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p(line_id bigint, quantity int) group by 1`
    : sql`select r.line_id, sum(r.quantity)::int as quantity from reservation r where ${mine} group by 1`
  return tx.rows(sql`
    with wanted as (${requested}),
    found as (select r.id, r.inventory_id, r.stock_id, r.line_id, r.quantity,
        least(r.quantity, w.quantity - (sum(r.quantity) over (partition by r.line_id order by ${order}) - r.quantity))::int as taken
      from reservation r join wanted w on w.line_id is not distinct from r.line_id where ${mine}),
    whole as (update reservation r set status = ${to}, updated_at = now() from found f where r.id = f.id and f.taken = f.quantity),
    rest as (update reservation r set quantity = f.quantity - f.taken, updated_at = now() from found f where r.id = f.id and f.taken between 1 and f.quantity - 1),
    part as (insert into reservation (inventory_id, stock_id, document_type, document_id, line_id, quantity, status)
      select f.inventory_id, f.stock_id, ${document.type}, ${document.id}, f.line_id, f.taken, ${to} from found f where f.taken between 1 and f.quantity - 1)
    select inventory_id, sum(taken)::int as n from found where taken > 0 group by 1`)
}
