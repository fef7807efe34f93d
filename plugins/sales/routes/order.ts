import { type Ctx, f, AppError, type Kernel, media, NOT_FOUND, type Route, route, t, WRONG_STATE } from 'stoa'
import { PRINTING_BUSY, sendDocument } from 'stoa/plugins/documents'
import { GATEWAY_FAILED, NOT_PAYABLE } from 'stoa/plugins/payments'
import { requireCustomerId, findAccess, findOwnAccess } from '../services/order/access.ts'
import { cancelOwnOrder, retryPayment, uploadPaymentProof } from '../services/order/order-actions.ts'
import { listOwnOrders } from '../services/order/own-orders.ts'
import { createOrderDocument, documentTypes } from '../services/order/documents.ts'
import { readOutcome, shopperView } from '../services/order/shopper-view.ts'
import { addCustomerComment } from '../services/order/timeline.ts'
import { OrderOutcome, OrderSummary, PayAgain } from '../api-types.ts'
import { limitPerNetwork, shopperShape } from './shopper.ts'

/** The order number; the signed-in customer may also use the id. */
const params = { number: f.text() }
/** Access token from the order's e-mails, for guests. */
const token = f.ticket()
/** Signature of a pay link. */
const pay = f.ticket()

const readShopperView = (ctx: Ctx, id: number) => shopperView(ctx, { id, number: '', payOnly: false })

/**
 * The shopper's API of orders. By number alone it answers no personal data; with the token or after sign-in it
 * answers everything and allows actions.
 */
export function orderRoutes(kernel: Kernel): Route[] {
  const orderShape = shopperShape(kernel)
  /** Options of all actions on an own order; each answers the order after the action. */
  const actionRoute = { access: 'public', params, eitherPlace: true, response: orderShape, errors: [NOT_FOUND, WRONG_STATE] } as const
  return [
    route({
      on: 'GET /order/result',
      id: 'own_order.result',
      summary: 'Number and status of an order without personal data; amounts only for its buyer',
      access: 'public',
      query: { order: f.text({ default: '' }), token },
      response: OrderOutcome,
      errors: [NOT_FOUND],
      admit: limitPerNetwork('result', 60),
      run: ({ ctx, query }) => readOutcome(ctx, query.order, query.token),
    }),
    route({
      on: 'GET /order',
      id: 'own_order.list',
      summary: 'Orders of the signed-in customer',
      access: 'customer',
      response: t.list(OrderSummary),
      run: ({ ctx }) => listOwnOrders(ctx, requireCustomerId(ctx)),
    }),
    route({
      on: 'GET /order/:number',
      id: 'own_order.get',
      summary: 'An order as its shopper sees it, with the allowed actions',
      access: 'public',
      params,
      query: { token, pay },
      response: orderShape,
      errors: [NOT_FOUND],
      run: async ({ ctx, params, query }) => shopperView(ctx, await findAccess(ctx, { ...params, ...query })),
    }),
    route({
      on: 'GET /order/:number/pdf',
      id: 'own_order.paper',
      summary: 'Invoice or receipt of an order as PDF',
      access: 'public',
      params,
      query: { token, type: f.pick(documentTypes, { default: 'invoice' }) },
      response: media('application/pdf'),
      errors: [NOT_FOUND, WRONG_STATE, PRINTING_BUSY],
      admit: limitPerNetwork('pdf'),
      run: async ({ kernel, ctx, params, query: { token, type }, reply }) => {
        const access = await findOwnAccess(ctx, { ...params, token })
        const view = await shopperView(ctx, access)
        if (type === 'packing' || (type === 'receipt' && !view.may.receipt)) throw new AppError(NOT_FOUND)
        const { number, document } = await createOrderDocument(ctx, access.id, type, ctx.language)
        return sendDocument(kernel, reply, `${number}-${type}`, document)
      },
    }),
    route({
      ...actionRoute,
      on: 'POST /order/:number/comment',
      id: 'own_order.comment',
      summary: 'Adds a comment of the shopper to an order',
      body: { token, comment: f.area({ maxLength: 2_000 }) },
      status: 201,
      admit: limitPerNetwork('comment'),
      run: async ({ kernel, ctx, params, body }) => {
        const { id } = await findOwnAccess(ctx, { ...params, ...body })
        await kernel.transaction((tx) => addCustomerComment(tx, id, body.comment))
        return readShopperView(ctx, id)
      },
    }),
    route({
      ...actionRoute,
      on: 'POST /order/:number/cancel',
      id: 'own_order.cancel',
      summary: 'Cancels an unpaid order',
      body: { token, reason: f.text({ default: '', maxLength: 500 }) },
      admit: limitPerNetwork('cancel'),
      run: async ({ ctx, params, body }) => {
        const { id } = await findOwnAccess(ctx, { ...params, ...body })
        await cancelOwnOrder(ctx, id, body.reason)
        return readShopperView(ctx, id)
      },
    }),
    route({
      ...actionRoute,
      on: 'POST /order/:number/pay',
      id: 'own_order.pay',
      summary: 'Starts another payment attempt',
      body: { token, pay, payment_method: f.text({ maxLength: 60 }) },
      response: PayAgain,
      errors: [...actionRoute.errors, NOT_PAYABLE, GATEWAY_FAILED],
      admit: limitPerNetwork('pay'),
      run: async ({ ctx, params, body }) => retryPayment(ctx, await findAccess(ctx, { ...params, ...body }), body.payment_method),
    }),
    route({
      ...actionRoute,
      on: 'POST /order/:number/proof',
      id: 'own_order.proof',
      summary: 'Uploads a proof of payment as picture or PDF',
      body: { token, note: f.text({ default: '', maxLength: 500 }) },
      fileFields: ['file'],
      maxFiles: 1,
      status: 201,
      errors: [...actionRoute.errors, NOT_PAYABLE],
      admit: limitPerNetwork('proof'),
      run: async ({ ctx, params, body, request }) => {
        const { id } = await findOwnAccess(ctx, { ...params, ...body })
        await uploadPaymentProof(ctx, id, request.uploads?.get('file'), body.note)
        return readShopperView(ctx, id)
      },
    }),
  ]
}
