import { type Ctx, formatMoney, sql } from 'stoa'
import { orderPart, orderRules, type OwnOrder, shopperStatus } from 'stoa/plugins/sales'
import { MayReturn, ShopperBack, ShopperLineBack } from '../api-types.ts'
import { listPictures } from './pictures.ts'
import { sumUnitsComingBack, OPEN_STATUSES, getReturnableUnits } from './returns.ts'

const DAY = 86_400_000

/** Whether the return period is open, counted from shipping. */
function isReturnPeriodOpen({ kernel }: Ctx, { status, sent_at, lines }: OwnOrder): boolean {
  const sent = (status === 'shipped' || status === 'completed') && lines.some(({ shipped }) => shipped > 0)
  return sent && sent_at !== null && new Date(sent_at).getTime() + kernel.settings.of(orderRules).return_days * DAY > Date.now()
}

/** Returns and refunds of an order for its shopper, with the returnable units. */
export const shopperReturns = orderPart({
  shape: ShopperBack,
  line: ShopperLineBack,
  may: MayReturn,
  async read(ctx, order: OwnOrder) {
    const { db } = ctx.kernel
    const [unitsInReturn, pictures, returns, refunds] = await Promise.all([
      sumUnitsComingBack(db, order.id),
      order.whole ? listPictures(ctx.kernel, order.id) : new Map<number, string[]>(),
      order.whole
        ? db.rows<Omit<ShopperBack['returns'][number], 'status_label' | 'pictures' | 'open'> & { id: number }>(
            sql`select id, number, status, created_at as at from sales_return where order_id = ${order.id} order by id`,
          )
        : [],
      order.whole
        ? db.rows<{ number: string; minor: number; at: string; status: string }>(
            sql`select number, amount_minor as minor, updated_at as at, status from refund
              where order_id = ${order.id} and status in ('process', 'completed') order by id`,
          )
        : [],
    ])
    const lines = new Map(
      order.lines.map((line) => [line.id, { returnable: order.imported_from === null ? getReturnableUnits(line, unitsInReturn) : 0 }]),
    )
    const label = (word: string) => shopperStatus(ctx, word)
    return {
      order: {
        returns: returns.map(({ id, ...r }) => ({
          ...r,
          status_label: label(r.status),
          pictures: pictures.get(id) ?? [],
          open: OPEN_STATUSES.includes(r.status),
        })),
        refunds: refunds.map(({ minor, ...r }) => ({ ...r, amount: formatMoney(minor), status_label: label(r.status) })),
      },
      lines,
      may: {
        return:
          order.imported_from === null &&
          order.whole &&
          isReturnPeriodOpen(ctx, order) &&
          [...lines.values()].some((line) => line.returnable > 0),
      },
    }
  },
})
