import { type Ctx, Failed, sql } from '#core'
import { lockOrder } from '../services/order/head.ts'

/** An order that was just placed. */
export interface Begun {
  id: number
  collects: boolean
  payment: string
  /** Who bought it. */
  who: Ctx
}

export const HOUR = 60
export const DAY = 24 * HOUR

/** What cannot be had is not bought: nothing came of it. Whatever else fails, fails. */
export async function orNothing<T>(trying: Promise<T>): Promise<T | undefined> {
  try {
    return await trying
  } catch (error) {
    if (error instanceof Failed) return undefined
    throw error
  }
}

/** The lines of an order, for parcels, returns and refunds. */
export interface Line {
  id: number
  quantity: number
  shipped: number
  total: number
}

export const linesOf = ({ kernel }: Ctx, id: number): Promise<Line[]> =>
  kernel.db.rows<Line>(
    sql`select id, quantity, shipped_quantity as shipped, total_minor as total from order_line where order_id = ${id} and handover = 'sent' order by id`,
  )

/** Runs something about an order that may have gone another way meanwhile. */
export const about = (ctx: Ctx, id: number, run: Parameters<Ctx['kernel']['work']>[0]): Promise<unknown> =>
  orNothing(
    ctx.kernel.work(async (tx) => {
      await lockOrder(tx, id)
      return run(tx)
    }),
  )
