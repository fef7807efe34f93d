import { type Ctx, dropFile, AppError, validationError, sql, storeFile, type Message, message, type Tx, WRONG_STATE } from 'stoa'
import { PAYMENTS } from 'stoa/plugins/payments'
import { orderTransitions, unpaid } from '../../domain/statuses.ts'
import { orderRules } from '../../settings.ts'
import type { PayAgain } from '../../api-types.ts'
import type { Access } from './access.ts'
import { toDocument, lockOrder } from './head.ts'
import { shopperView } from './shopper-view.ts'

/** Cancels an unpaid order, if the shop allows shoppers to do so. @throws AppError WRONG_STATE */
export async function cancelOwnOrder(ctx: Ctx, id: number, reason: string): Promise<void> {
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
export async function retryPayment(ctx: Ctx, access: Access, method: string): Promise<PayAgain> {
  const { kernel } = ctx
  const view = await shopperView(ctx, access)
  if (!view.may.pay) throw new AppError(WRONG_STATE, { status: [message('sales:error.not_payable')] })
  const attempt = await kernel.get(PAYMENTS).retryPayment(ctx, toDocument(access), method)
  // A new attempt clears the rejection, unless its outcome arrived first.
  await kernel.transaction(async (tx) => {
    const o = await lockOrder(tx, access.id)
    if (o.status === 'payment_reject') await kernel.resources.transitionIn(tx, ctx, orderTransitions, o.id, 'retry')
  })
  const redirect_url = attempt.action.type === 'redirect' ? attempt.action.url : `/order/success?order=${access.number}`
  return { order_number: access.number, payment: { method: attempt.method, action: attempt.action }, redirect_url }
}

/** File types accepted as proof of payment. */
const PROOF_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'application/pdf']

/** Stores a proof of payment for staff to review. @throws AppError INVALID, NOT_PAYABLE */
export const uploadPaymentProof = (ctx: Ctx, id: number, upload: UploadedFile | undefined, note: string): Promise<void> =>
  attachPrivateFile(ctx, upload, { kinds: PROOF_TYPES, refusal: message('sales:error.proof_type') }, (tx, { id: file_id }) =>
    ctx.kernel.get(PAYMENTS).submitPaymentProof(tx, ctx, toDocument({ id }), { file_id, note }),
  )

interface UploadedFile {
  bytes: Buffer
  name: string
}

/** Stores a private file of a shopper and attaches it. A rejected file is deleted. @throws AppError INVALID */
export async function attachPrivateFile(
  { kernel }: Ctx,
  upload: UploadedFile | undefined,
  allowed: { kinds: readonly string[]; refusal: Message },
  attach: (tx: Tx, file: Awaited<ReturnType<typeof storeFile>>) => Promise<void>,
): Promise<void> {
  if (!upload) throw validationError({ file: message('core:rule.required') })
  const file = await storeFile(kernel, kernel.db, { ...upload, type: 'file', trusted: false, isPrivate: true })
  try {
    if (!allowed.kinds.includes(file.mime)) throw validationError({ file: allowed.refusal })
    await kernel.transaction((tx) => attach(tx, file))
  } catch (error) {
    await kernel.db.run(sql`delete from file where id = ${file.id}`)
    await dropFile(kernel, file.path)
    throw error
  }
}
