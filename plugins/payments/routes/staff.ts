import { type Ctx, f, AppError, NOT_FOUND, parseMoney, recordAudit as audit, route, sql, t, type Tx } from 'stoa'
import { GATEWAY_FAILED, NOT_PAYABLE } from '../errors.ts'
import { GatewayError } from '../services/adapter.ts'
import { queryAttempt } from '../services/query-gateway.ts'
import { settleAuthorization } from '../services/authorizations.ts'
import { PAYMENTS } from '../services/payments.ts'
import { confirmManualRefund } from '../services/refunds.ts'
import { approvePayment, rejectPayment } from '../services/review.ts'
import { AttemptList } from '../admin-api-types.ts'

const ActionResult = t.object({ id: t.id(), status: t.text() })

/** Runs an action on an attempt, records the actor, and returns the new state. */
function runAction(ctx: Ctx, id: number, verb: string, run: (tx: Tx) => Promise<unknown>): Promise<{ id: number; status: string }> {
  return ctx.kernel.transaction(async (tx) => {
    await run(tx)
    await audit(tx, ctx, { resource: 'payment', rowId: id, verb, changes: [] })
    const now = await tx.one<{ status: string }>(sql`select status from payment where id = ${id}`)
    return { id, status: now?.status ?? '' }
  })
}

/** Staff actions on attempts and refunds, beside lists and forms. */
export const staffRoutes = [
  route({
    on: 'GET /payment/attempts',
    id: 'payment.attempts',
    summary: 'All payment attempts of a document with their transactions',
    needs: 'get payment',
    query: {
      document_type: f.text({ default: '' }),
      document_id: f.int({ min: 0, max: Number.MAX_SAFE_INTEGER, says: 'core:rule.check_input' }),
    },
    response: AttemptList,
    run: async ({ kernel, ctx, query }) => ({
      data: await kernel
        .get(PAYMENTS)
        .listAttempts({ ...ctx, language: ctx.interfaceLanguage ?? ctx.language }, { type: query.document_type, id: query.document_id }),
    }),
  }),
  route({
    on: 'POST /payment/:id/query',
    id: 'payment.query',
    summary: 'Queries the provider about an attempt and records the response',
    needs: 'query payment',
    response: t.object({ status: t.text() }),
    errors: [NOT_FOUND, GATEWAY_FAILED],
    run: async ({ kernel, params }) => {
      try {
        const attemptState = await queryAttempt(kernel, { id: params.id }, 'staff')
        if (!attemptState) throw new AppError(NOT_FOUND)
        return { status: attemptState.status }
      } catch (error) {
        if (error instanceof GatewayError) throw new AppError(GATEWAY_FAILED, [error.message])
        throw error
      }
    },
  }),
  route({
    on: 'POST /payment/:id/approve',
    id: 'payment.approve',
    summary: 'Confirms that the payment was received',
    needs: 'approve payment',
    body: { reference: f.text({ default: '', maxLength: 100 }), note: f.text({ default: '', maxLength: 500 }) },
    response: ActionResult,
    errors: [NOT_FOUND, NOT_PAYABLE],
    run: ({ ctx, params: { id }, body }) => runAction(ctx, id, 'approve', (tx) => approvePayment(tx, ctx, id, body)),
  }),
  route({
    on: 'POST /payment/:id/reject',
    id: 'payment.reject',
    summary: 'Rejects the payment; the document can be paid again',
    needs: 'approve payment',
    body: { reason: f.text({ maxLength: 500 }) },
    response: ActionResult,
    errors: [NOT_FOUND, NOT_PAYABLE],
    run: ({ ctx, params: { id }, body }) => runAction(ctx, id, 'reject', (tx) => rejectPayment(tx, ctx, id, body)),
  }),
  ...(
    [
      ['capture', 'Captures an authorized payment'],
      ['void', 'Voids an authorized payment'],
    ] as const
  ).map(([verb, summary]) =>
    route({
      on: `POST /payment/:id/${verb}`,
      id: `payment.${verb}`,
      summary,
      needs: `${verb} payment`,
      response: ActionResult,
      errors: [NOT_FOUND, NOT_PAYABLE, GATEWAY_FAILED],
      run: async ({ ctx, params: { id } }) => {
        await settleAuthorization(ctx, id, verb)
        return runAction(ctx, id, verb, async () => undefined)
      },
    }),
  ),
  route({
    on: 'POST /payment/:id/refund',
    id: 'payment.refund',
    summary: 'Refunds a payment by its own method; the key is an idempotency key',
    needs: 'refund payment',
    body: {
      amount: f.money(),
      reason: f.text({ maxLength: 500 }),
      key: f.text({ default: '', maxLength: 80 }),
      at_once: f.flag({ default: false }),
    },
    response: ActionResult,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params: { id }, body, request }) => {
      const document = await kernel.db.one<{ type: string; id: number }>(
        sql`select document_type as type, document_id as id from payment where id = ${id}`,
      )
      if (!document) throw new AppError(NOT_FOUND)
      const { reason, at_once } = body
      const input = {
        key: body.key || `staff-${request.id}`,
        amount: parseMoney(body.amount),
        reason,
        ...(at_once ? { at_once } : {}),
        directly: true,
      }
      return runAction(ctx, id, 'refund', (tx) => kernel.get(PAYMENTS).refundDocument(tx, ctx, document, input))
    },
  }),
  route({
    on: 'POST /payment/refund/:id/sent',
    id: 'payment.refund_sent',
    summary: 'Confirms that staff transferred a manual refund',
    needs: 'refund payment',
    response: t.object({ id: t.id() }),
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params: { id } }) => {
      await kernel.transaction((tx) => confirmManualRefund(tx, ctx, id))
      return { id }
    },
  }),
]
