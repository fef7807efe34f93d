import { Failed, formatMoney, type Kernel, sign } from '#core'
import { GATEWAY_FAILED, PAYMENTS, type PaymentAction } from '../../../payments/index.ts'
import type { CheckoutAnswer } from '../../wire.ts'
import type { Placed } from './ordered.ts'

/**
 * What somebody who just ordered is answered, after commit. Its payment begins here, unless how it goes on was `told` already; `done` is
 * where they are led when nothing else is left to do.
 */
export async function checkoutAnswer(
  kernel: Kernel,
  placed: Placed,
  told: PaymentAction | undefined,
  done: string,
): Promise<CheckoutAnswer> {
  const action = told ?? (await startOf(kernel, placed))
  return {
    order: { order_number: placed.number, status: placed.status, total: formatMoney(placed.total), currency: placed.currency },
    payment: { method: placed.bill.method.code, action: action ?? { type: 'none' } },
    order_number: placed.number,
    redirect_url: !action ? `/order/fail?order=${placed.number}` : action.type === 'redirect' ? action.url : done,
    ...(action?.type === 'card' ? { key: action.key } : {}),
    access_token: sign(kernel.config, 'order', placed.number),
  }
}

/** Where the payer goes; undefined when the provider cannot be asked now: the order stands and can be paid later. */
async function startOf(kernel: Kernel, { bill, reference }: Placed): Promise<PaymentAction | undefined> {
  try {
    return await kernel.get(PAYMENTS).start(bill, reference)
  } catch (error) {
    if (error instanceof Failed && error.kind === GATEWAY_FAILED) return undefined
    throw error
  }
}
