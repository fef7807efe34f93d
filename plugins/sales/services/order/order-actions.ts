import { type Ctx, dropFile, AppError, validationError, sql, storeFile, type Message, message, type Tx, WRONG_STATE } from 'stoa'
import { PAYMENTS } from 'stoa/plugins/payments'
import { orderTransitions, unpaid } from '../../domain/statuses.ts'
import { orderRules } from '../../settings.ts'
import type { PayAgain } from '../../api-types.ts'
import type { Access } from './access.ts'
import { toDocument, lockOrder } from './head.ts'
import { shopperView } from './shopper-view.ts'

/** Cancels an unpaid order, if the shop allows shoppers to do so. @throws AppError WRONG_STATE */
export async function cancelOwn(ctx: Ctx, id: number, reason: string): Promise<void> {
  const { kernel } = ctx
  await kernel.transaction(async (tx) => {
    const o = await lockOrder(tx, id)
    if (!unpaid.includes(o.status) || o.paid > o.refunded || !kernel.settings.of(orderRules).cancel_unpaid)
      throw new AppError(WRONG_STATE, { status: [message('sales:error.not_cancelable')] })
    const finalReason = reason || kernel.i18n.t(ctx.mainLanguage, 'sales:reason.by_customer')
    await kernel.resources.transitionIn(tx, ctx, orderTransitions, id, 'cancel', { reason: finalReason })
  })
}

/** Starts another payment attempt. @throws AppError WRONG_STATE, NOT_PAYABLE, GATEWAY_FAILED */
export async function payAgain(ctx: Ctx, access: Access, method: string): Promise<PayAgain> {
  const { kernel } = ctx
  const view = await shopperView(ctx, access)
  if (!view.may.pay) throw new AppError(WRONG_STATE, { status: [message('sales:error.not_payable')] })
  const begun = await kernel.get(PAYMENTS).retryPayment(ctx, toDocument(access), method)
  // A new attempt clears the rejection, unless its outcome arrived first.
  await kernel.transaction(async (tx) => {
    const o = await lockOrder(tx, access.id)
    if (o.status === 'payment_reject') await kernel.resources.transitionIn(tx, ctx, orderTransitions, o.id, 'retry')
  })
  const redirect_url = begun.action.type === 'redirect' ? begun.action.url : `/order/success?order=${access.number}`
  return { order_number: access.number, payment: { method: begun.method, action: begun.action }, redirect_url }
}

/** File types accepted as proof of payment. */
const PROOFS: readonly string[] = ['image/png', 'image/jpeg', 'application/pdf']

/** Stores a proof of payment for staff to review. @throws AppError INVALID, NOT_PAYABLE */
export const showProof = (ctx: Ctx, id: number, sent: SentFile | undefined, note: string): Promise<void> =>
  takeFile(ctx, sent, { kinds: PROOFS, refusal: message('sales:error.proof_type') }, (tx, { id: file_id }) =>
    ctx.kernel.get(PAYMENTS).submitPaymentProof(tx, ctx, toDocument({ id }), { file_id, note }),
  )

interface SentFile {
  bytes: Buffer
  name: string
}

/** Stores a private file of a shopper and attaches it. A rejected file is deleted. @throws AppError INVALID */
export async function takeFile(
  { kernel }: Ctx,
  sent: SentFile | undefined,
  may: { kinds: readonly string[]; refusal: Message },
  keep: (tx: Tx, file: Awaited<ReturnType<typeof storeFile>>) => Promise<void>,
): Promise<void> {
  if (!sent) throw validationError({ file: message('core:rule.required') })
  const file = await storeFile(kernel, kernel.db, { ...sent, type: 'file', trusted: false, isPrivate: true })
  try {
    if (!may.kinds.includes(file.mime)) throw validationError({ file: may.refusal })
    await kernel.transaction((tx) => keep(tx, file))
  } catch (error) {
    await kernel.db.run(sql`delete from file where id = ${file.id}`)
    await dropFile(kernel, file.path)
    throw error
  }
}
