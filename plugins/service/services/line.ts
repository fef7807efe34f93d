import { type Ctx, AppError, type Kernel, sql, systemCtx, message, type Tx } from 'stoa'
import { OUT_OF_STOCK, variantSql } from 'stoa/plugins/catalogue'
import { type LineKind, ORDERS, type DocumentRef, type RequestedUnits } from 'stoa/plugins/sales'

interface Row {
  id: number
  status: string
  stock_id: number
  order_id: number | null
}

const createExpiredError = () => new AppError(OUT_OF_STOCK, [message('service:error.gone')])

/**
 * Attaches an approved application to its order; restores one whose order was canceled and is paid after all. @throws AppError OUT_OF_STOCK
 */
async function keep(tx: Tx, ctx: Ctx, document: DocumentRef, number: string, { subject_id, line_id }: RequestedUnits): Promise<number> {
  const a = await tx.one<Row>(sql`select id, status, stock_id, order_id from application where sale_key = ${subject_id} for update`)
  if (!a || (a.order_id !== null && a.order_id !== document.id)) throw createExpiredError()
  if (a.order_id === null) {
    if (a.status !== 'draft' && a.status !== 'approved') throw createExpiredError()
    await tx.run(
      sql`update application set order_id = ${document.id}, order_number = ${number}, order_line_id = ${line_id} where id = ${a.id}`,
    )
    tx.invalidate('application')
  }
  return a.stock_id
}

/**
 * Line type for applications in orders. A cart refers to an application by an unguessable key; an application without the required approval
 * cannot be sold.
 */
export function applicationLines({ kernel }: { kernel: Kernel }): LineKind {
  const ctx = () => systemCtx(kernel, 'service')
  return {
    read(language) {
      const { from, name, sku, options, image, url, type, product_id, cost, available } = variantSql(kernel, language, sql`a.stock_id`)
      return {
        from: sql` join application a on a.sale_key = c.subject_id${from}`,
        name,
        sku,
        options,
        image,
        url,
        type,
        product_id,
        cost,
        available: sql`least(a.quantity, ${available})`,
        price: sql`a.price_minor`,
        visible: sql`(a.status in ('draft', 'approved') and a.order_id is null)`,
        handover: 'later',
        link: sql`'/service/' || p.url`,
      }
    },
    async reserve(tx, document, requested) {
      const { number } = await kernel.get(ORDERS).getBuyer(tx, document.id)
      const demands = []
      // Locks in order of the keys, which prevents deadlocks.
      for (const line of [...requested].sort((a, b) => a.subject_id - b.subject_id))
        demands.push({ line_id: line.line_id, quantity: line.quantity, stock_id: await keep(tx, ctx(), document, number, line) })
      return demands
    },
  }
}
