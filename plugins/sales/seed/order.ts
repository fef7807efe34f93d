import { type Ctx, AppError } from 'stoa'
import { lockOrder } from '../services/order/head.ts'

export const HOUR = 60

/** Returns undefined if something is out of stock or not for sale; other errors are thrown. */
export async function ignoreRejection<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Runs an action on an order that may have changed state meanwhile. */
export const withLockedOrder = (ctx: Ctx, id: number, run: Parameters<Ctx['kernel']['transaction']>[0]): Promise<unknown> =>
  ignoreRejection(
    ctx.kernel.transaction(async (tx) => {
      await lockOrder(tx, id)
      return run(tx)
    }),
  )
