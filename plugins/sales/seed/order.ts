import { type Ctx, AppError } from 'stoa'
import { lockOrder } from '../services/order/head.ts'

export const HOUR = 60

/** What cannot be had is not bought: nothing came of it. Whatever else fails, fails. */
export async function orNothing<T>(trying: Promise<T>): Promise<T | undefined> {
  try {
    return await trying
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Runs something about an order that may have gone another way meanwhile. */
export const aboutOrder = (ctx: Ctx, id: number, run: Parameters<Ctx['kernel']['transaction']>[0]): Promise<unknown> =>
  orNothing(
    ctx.kernel.transaction(async (tx) => {
      await lockOrder(tx, id)
      return run(tx)
    }),
  )
