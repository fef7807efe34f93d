import { type Ctx, sql, type Tx } from 'stoa'
import { type DocumentRef, type LineQuantity } from './ledger.ts'
import { saleMovementsSql } from './sale-movement.ts'

/** Releases reservations: all of a document, or a number of units of its lines. */
export async function releaseStock(tx: Tx, document: DocumentRef, parts?: readonly LineQuantity[]): Promise<void> {
  const released = await changeReservationStatus(tx, document, { from: 'pending', to: 'canceled' }, parts)
  if (released.length === 0) return
  await tx.run(sql`update inventory i set reserved = i.reserved - f.n, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(released)}::jsonb) as f(inventory_id bigint, n int) where i.id = f.inventory_id`)
}

/** Books out reserved stock as sold: all of a document, or a number of units of its lines. */
export async function consumeStock(tx: Tx, ctx: Ctx, document: DocumentRef, parts?: readonly LineQuantity[], reason = ''): Promise<void> {
  await bookSale(tx, ctx, document, await changeReservationStatus(tx, document, { from: 'pending', to: 'completed' }, parts), reason)
}

/** Reverses sales, the latest first for each line: the units never left and are reserved again. The reason is stored in the ledger. */
export async function reverseSale(tx: Tx, ctx: Ctx, document: DocumentRef, parts: readonly LineQuantity[], reason: string): Promise<void> {
  const reversed = await changeReservationStatus(tx, document, { from: 'completed', to: 'pending' }, parts)
  await bookSale(
    tx,
    ctx,
    document,
    reversed.map(({ inventory_id, n }) => ({ inventory_id, n: -n })),
    reason,
  )
}

/** Books reserved units out of their inventory rows (negative: back in), with movements. */
async function bookSale(
  tx: Tx,
  ctx: Ctx,
  document: DocumentRef,
  sold: readonly { inventory_id: number; n: number }[],
  reason: string,
): Promise<void> {
  if (sold.length === 0) return
  await tx.run(sql`
    with sold as (select * from jsonb_to_recordset(${JSON.stringify(sold)}::jsonb) as s(inventory_id bigint, n int)),
      updated_rows as (update inventory i set quantity = i.quantity - s.n, reserved = i.reserved - s.n, updated_at = now()
        from sold s where i.id = s.inventory_id returning i.id, i.stock_id, i.warehouse_id, i.quantity, s.n)
    ${saleMovementsSql(tx, ctx, document, sql`updated_rows`, reason)}`)
}

/**
 * Changes the status of reservations of a document, or of a number of units: the original row keeps the rest.
 * Reserved units are changed oldest first, consumed ones newest first. Inventory rows are locked in id order before.
 */
async function changeReservationStatus(
  tx: Tx,
  document: DocumentRef,
  { from, to }: { from: 'pending' | 'completed'; to: string },
  parts?: readonly LineQuantity[],
): Promise<{ inventory_id: number; n: number }[]> {
  const conditionSql = sql`r.document_type = ${document.type} and r.document_id = ${document.id} and r.status = ${from}`
  const orderSql = from === 'pending' ? sql`r.id` : sql`r.id desc`
  await tx.run(
    sql`select i.id from inventory i where i.id in (select r.inventory_id from reservation r where ${conditionSql}) order by i.id for update`,
  )
  const requestedSql = parts
    ? sql`select p.line_id, sum(p.quantity)::int as quantity from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p(line_id bigint, quantity int) group by 1`
    : sql`select r.line_id, sum(r.quantity)::int as quantity from reservation r where ${conditionSql} group by 1`
  return tx.rows(sql`
    with requested as (${requestedSql}),
    matching as (select r.id, r.inventory_id, r.stock_id, r.line_id, r.quantity,
        least(r.quantity, w.quantity - (sum(r.quantity) over (partition by r.line_id order by ${orderSql}) - r.quantity))::int as changed
      from reservation r join requested w on w.line_id is not distinct from r.line_id where ${conditionSql}),
    changed_rows as (update reservation r set status = ${to}, updated_at = now() from matching f where r.id = f.id and f.changed = f.quantity),
    reduced_rows as (update reservation r set quantity = f.quantity - f.changed, updated_at = now() from matching f where r.id = f.id and f.changed between 1 and f.quantity - 1),
    split_rows as (insert into reservation (inventory_id, stock_id, document_type, document_id, line_id, quantity, status)
      select f.inventory_id, f.stock_id, ${document.type}, ${document.id}, f.line_id, f.changed, ${to} from matching f where f.changed between 1 and f.quantity - 1)
    select inventory_id, sum(changed)::int as n from matching where changed > 0 group by 1`)
}
