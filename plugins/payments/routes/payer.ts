import { f, AppError, formatMoney, rateLimit, validationError, type Kernel, NOT_FOUND, route, getNetwork, sql, t, message } from 'stoa'
import { NOT_PAYABLE } from '../errors.ts'
import { confirmFakePayment, isRehearsal } from '../providers/stripe/rehearsal.ts'
import { attemptKey, isAttemptKey } from '../services/attempts.ts'
import { readCardPage } from '../services/card.ts'
import { submitPaymentProof } from '../services/review.ts'
import { CardPage } from '../api-types.ts'

interface PublicCall {
  kernel: Kernel
  request: { ip: string }
}

const cardRoute = {
  access: 'public',
  body: { key: f.text({ maxLength: 300 }) },
  errors: [NOT_FOUND],
  admit: ({ kernel, request }: PublicCall) =>
    rateLimit(kernel.db, `payment card ${getNetwork(request.ip)}`, { max: 60, seconds: 60, message: 'core:error.too_frequent' }),
} as const

/** Endpoints for payers: the card page and the claim to have paid. */
export const payerRoutes = [
  route({
    ...cardRoute,
    on: 'POST /payment/card',
    id: 'payment.card',
    summary: 'The data of the card page of one payment',
    response: CardPage,
    run: async ({ kernel, body }) => {
      const { row, method } = await readCardPage(kernel, body.key)
      const returnUrl = `/api/payment/${row.code}/return?reference=${encodeURIComponent(row.reference)}&key=${attemptKey(kernel, row.reference)}`
      const publishable = method.account.config.publishable_key ?? ''
      return {
        publishable_key: publishable,
        amount: formatMoney(row.amount),
        currency: row.currency,
        order_number: row.reference.replace(/-\d+$/, ''),
        return_url: returnUrl,
        cancel_url: `${returnUrl}&canceled=1`,
        test: /^pk_(test|fake)_/.test(publishable),
      }
    },
  }),
  // Replaces the vendor's card form in rehearsals; not available with real keys.
  route({
    ...cardRoute,
    on: 'POST /payment/card/rehearse',
    id: 'payment.rehearse',
    summary: 'Confirms a payment at the fake gateway; no card is charged',
    response: t.object({ reference: t.text() }),
    run: async ({ kernel, body }) => {
      const { row, method } = await readCardPage(kernel, body.key)
      if (!isRehearsal(method.account)) throw new AppError(NOT_FOUND)
      await confirmFakePayment(method.account, row.provider_payment_id)
      return { reference: row.reference }
    },
  }),
  route({
    access: 'public',
    on: 'POST /payment/claim',
    id: 'payment.claim',
    summary: 'Records a payer’s claim to have paid, for review by staff',
    body: {
      reference: f.text({ maxLength: 100 }),
      key: f.text({ maxLength: 100 }),
      note: f.area({ default: '', maxLength: 1_000 }),
    },
    response: t.object({ status: t.is('payment_review') }),
    errors: [NOT_PAYABLE],
    admit: ({ kernel, request }) =>
      rateLimit(kernel.db, `payment claim ${getNetwork(request.ip)}`, { max: 10, seconds: 60, message: 'core:error.too_frequent' }),
    run: async ({ kernel, ctx, body }) => {
      const document = isAttemptKey(kernel, body.reference, body.key)
        ? await kernel.db.one<{ type: string; id: number }>(
            sql`select document_type as type, document_id as id from payment where reference = ${body.reference}`,
          )
        : undefined
      if (!document) throw validationError({ reference: message('core:rule.not_exists') })
      await kernel.transaction((tx) => submitPaymentProof(tx, ctx, document, body.note))
      return { status: 'payment_review' }
    },
  }),
]
