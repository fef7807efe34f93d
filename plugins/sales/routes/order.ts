import { type Ctx, f, AppError, type Kernel, media, NOT_FOUND, type Route, route, t, WRONG_STATE } from 'stoa'
import { PRINTING_BUSY } from 'stoa/plugins/documents'
import { GATEWAY_FAILED, NOT_PAYABLE } from 'stoa/plugins/payments'
import { customerId, openOrder, ownOrder } from '../services/order/access.ts'
import { cancelOwn, payAgain, showProof } from '../services/order/order-actions.ts'
import { ownOrders } from '../services/order/own-orders.ts'
import { createOrderDocument, documentTypes } from '../services/order/documents.ts'
import { readOutcome, shopperView } from '../services/order/shopper-view.ts'
import { addCustomerComment } from '../services/order/timeline.ts'
import { OrderOutcome, OrderSummary, PayAgain } from '../api-types.ts'
import { sendDocument } from './send-document.ts'
import { limited, shopperShape } from './shopper.ts'

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
  const answer = shopperShape(kernel)
  /** Options of all actions on an own order; each answers the order after the action. */
  const doing = { access: 'public', params, eitherPlace: true, response: answer, errors: [NOT_FOUND, WRONG_STATE] } as const
  return [
    route({
      on: 'GET /order/result',
      id: 'own_order.result',
      summary: 'Number and status of an order, with its amounts for the customer; no personal data',
      access: 'public',
      query: { order: f.text({ default: '' }), token },
      response: OrderOutcome,
      errors: [NOT_FOUND],
      admit: limited('result', 60),
      run: ({ ctx, query }) => readOutcome(ctx, query.order, query.token),
    }),
    route({
      on: 'GET /order',
      id: 'own_order.list',
      summary: 'Orders of the signed-in customer',
      access: 'customer',
      response: t.list(OrderSummary),
      run: ({ ctx }) => ownOrders(ctx, customerId(ctx)),
    }),
    route({
      on: 'GET /order/:number',
      id: 'own_order.get',
      summary: 'An order as its customer sees it, with the available actions',
      access: 'public',
      params,
      query: { token, pay },
      response: answer,
      errors: [NOT_FOUND],
      run: async ({ ctx, params, query }) => shopperView(ctx, await openOrder(ctx, { ...params, ...query })),
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
      admit: limited('pdf'),
      run: async ({ kernel, ctx, params, query: { token, type }, reply }) => {
        const access = await ownOrder(ctx, { ...params, token })
        const view = await shopperView(ctx, access)
        if (type === 'packing' || (type === 'receipt' && !view.may.receipt)) throw new AppError(NOT_FOUND)
        const { number, document } = await createOrderDocument(ctx, access.id, type, ctx.language)
        return sendDocument(kernel, reply, `${number}-${type}`, document)
      },
    }),
    route({
      ...doing,
      on: 'POST /order/:number/comment',
      id: 'own_order.comment',
      summary: 'Send a message to the shop about an order',
      body: { token, comment: f.area({ maxLength: 2_000 }) },
      status: 201,
      admit: limited('comment'),
      run: async ({ kernel, ctx, params, body }) => {
        const { id } = await ownOrder(ctx, { ...params, ...body })
        await kernel.transaction((tx) => addCustomerComment(tx, id, body.comment))
        return readShopperView(ctx, id)
      },
    }),
    route({
      ...doing,
      on: 'POST /order/:number/cancel',
      id: 'own_order.cancel',
      summary: 'Cancel an unpaid order',
      body: { token, reason: f.text({ default: '', maxLength: 500 }) },
      admit: limited('cancel'),
      run: async ({ ctx, params, body }) => {
        const { id } = await ownOrder(ctx, { ...params, ...body })
        await cancelOwn(ctx, id, body.reason)
        return readShopperView(ctx, id)
      },
    }),
    route({
      ...doing,
      on: 'POST /order/:number/pay',
      id: 'own_order.pay',
      summary: 'Start another payment attempt for an order',
      body: { token, pay, payment_method: f.text({ maxLength: 60 }) },
      response: PayAgain,
      errors: [...doing.errors, NOT_PAYABLE, GATEWAY_FAILED],
      admit: limited('pay'),
      run: async ({ ctx, params, body }) => payAgain(ctx, await openOrder(ctx, { ...params, ...body }), body.payment_method),
    }),
    route({
      ...doing,
      on: 'POST /order/:number/proof',
      id: 'own_order.proof',
      summary: 'Upload a proof of payment as picture or PDF',
      body: { token, note: f.text({ default: '', maxLength: 500 }) },
      fileFields: ['file'],
      maxFiles: 1,
      status: 201,
      errors: [...doing.errors, NOT_PAYABLE],
      admit: limited('proof'),
      run: async ({ ctx, params, body, request }) => {
        const { id } = await ownOrder(ctx, { ...params, ...body })
        await showProof(ctx, id, request.uploads?.get('file'), body.note)
        return readShopperView(ctx, id)
      },
    }),
  ]
}
