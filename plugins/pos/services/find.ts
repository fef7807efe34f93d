import { type Ctx, AppError, formatMoney, NOT_FOUND, sql } from 'stoa'
import { countedLines, listRefundAmounts } from 'stoa/plugins/sales'
import type { FoundTicket } from '../api-types.ts'

/** A ticket of any store of the member of staff, by receipt or order number. @throws AppError NOT_FOUND */
export async function findTicket({ kernel }: Ctx, store: number, code: string): Promise<FoundTicket> {
  const row = await kernel.db.one<{
    id: number
    number: string
    order_id: number
    order_number: string
    sold_at: string
    total: number
  }>(sql`
    select id, number, order_id, order_number, sold_at, total_minor as total from pos_ticket
    where store_id = ${store} and kind <> 'return' and order_id is not null and (number = upper(${code}) or order_number = ${code}) order by id desc limit 1`)
  if (!row) throw new AppError(NOT_FOUND)
  const lines = await countedLines(kernel.db, row.order_id)
  return {
    ...row,
    total: formatMoney(row.total),
    lines: lines.map((l) => {
      const open = Math.max(0, Math.min(l.shipped - l.returned, l.quantity - l.refunded_quantity))
      return {
        order_line_id: l.id,
        name: l.name,
        quantity: l.quantity,
        returned: l.returned,
        open,
        total: formatMoney(l.total),
        worth: listRefundAmounts(l, open).map(formatMoney),
      }
    }),
  }
}
