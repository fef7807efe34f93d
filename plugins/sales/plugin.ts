import { clock, definePlugin, job, offer, offerAll, PROOFS, provide, sql } from '#core'
import { PURCHASES } from '#plugins/catalogue/index'
import { APPROVABLES } from '#plugins/approvals/index'
import { NOTED } from '#plugins/notes/index'
import { checks } from './checks.ts'
import { proofs } from './cli/index.ts'
import { order, orderCount, orderLine } from './resources/order.ts'
import { cartRoutes } from './routes/cart.ts'
import { checkoutRoutes } from './routes/checkout.ts'
import { deskRoutes } from './routes/order-desk.ts'
import { goodsRoutes } from './routes/order-goods.ts'
import { moneyRoutes } from './routes/order-money.ts'
import { orderRoutes } from './routes/order.ts'
import { keepCurrency } from './services/keep-currency.ts'
import { PAYABLES } from '#plugins/payments/index'
import { refund, refundLine, returnLine, salesReturn } from './resources/refund.ts'
import { shipment, shipmentLine } from './resources/shipment.ts'
import { catchUp, followMerge, forgetCarts } from './services/people.ts'
import { afterPlaced, completeSent, expireHolds } from './services/after.ts'
import { LETTER, sendLetter } from './services/order/letters.ts'
import { orderHappenings, tellPerson } from './services/order/tell.ts'
import { payableOrder } from './services/order/payable.ts'
import { orderRules } from './settings.ts'
import { KIND } from './services/order/approval.ts'
import { refundsToApprove } from './services/order/refunds.ts'
import { ADJUSTERS } from './services/sale/adjusters.ts'
import { LINE_KINDS } from './services/sale/kinds.ts'
import { ORDERS, orders } from './services/sale/orders.ts'
import { stockLines } from './services/sale/stock.ts'
import { countSold, purchases } from './services/sold.ts'
import { seedSales } from './seed/index.ts'

const work = ['create', 'update', 'place', 'review', 'pay', 'reject', 'process', 'ship', 'complete', 'cancel', 'comment', 'return'].map(
  (verb) => `${verb} order`,
)

export default definePlugin({
  id: 'sales',
  requires: ['catalogue', 'currency', 'people', 'payments', 'documents', 'shipping'],
  after: ['content', 'notes', 'approvals', 'inventory'],
  settings: [orderRules],
  resources: [order, orderLine, shipment, shipmentLine, salesReturn, returnLine, refund, refundLine],
  extend: [orderCount],
  permissions: [
    'comment order',
    'refund order',
    'approve refund',
    'return order',
    'resolve order',
    'create order',
    'update order',
    'override price order',
  ],
  presets: {
    'sales.viewer': ['get order', 'get shipment', 'get return', 'get refund'],
    'sales.editor': ['sales.viewer', ...work, 'export order'],
    'sales.manager': ['sales.editor', 'refund order', 'approve refund', 'resolve order', 'override price order'],
  },
  services: (container) => provide(container, ORDERS, () => orders),
  points: [LINE_KINDS, ADJUSTERS],
  offers: [
    ...orderHappenings,
    offer(NOTED, 'order', { of: order, at: 'screen' }),
    offer(LINE_KINDS, 'stock', stockLines, { order: 0 }),
    offer(PAYABLES, 'order', ({ kernel }) => payableOrder(kernel)),
    offer(APPROVABLES, KIND, refundsToApprove),
    offer(PURCHASES, 'order', ({ kernel }) => purchases(kernel)),
    ...offerAll(PROOFS, proofs),
  ],
  adminRoutes: [...deskRoutes, ...goodsRoutes, ...moneyRoutes],
  storeRoutes: [...cartRoutes, ...checkoutRoutes, ...orderRoutes],
  on: {
    'order.placed': async ({ orderId }, ctx) => {
      await afterPlaced(ctx, orderId)
      await tellPerson(ctx, orderId, 'placed')
    },
    'order.paid': ({ orderId }, ctx) => tellPerson(ctx, orderId, 'paid'),
    'order.shipped': ({ orderId }, ctx) => tellPerson(ctx, orderId, 'shipped'),
    'order.completed': ({ orderId }, ctx) => tellPerson(ctx, orderId, 'completed'),
    'order.canceled': ({ orderId }, ctx) => tellPerson(ctx, orderId, 'canceled'),
    'order.refunded': ({ orderId }, ctx) => tellPerson(ctx, orderId, 'refunded'),
    'person.merged': (merge, ctx) => followMerge(ctx, merge),
    'person.erase': ({ customerIds }, ctx) => forgetCarts(ctx, customerIds),
  },
  catchUp,
  jobs: [
    clock('sales/count-sold', '17 * * * *', countSold),
    job(LETTER, (letter, ctx) => sendLetter(ctx, letter)),
    clock('sales/complete-sent', '23 4 * * *', completeSent),
    clock('sales/expire', '*/5 * * * *', expireHolds),
    clock('sales/idle-carts', '41 3 * * *', async ({ kernel }) => {
      await kernel.db.run(sql`delete from cart where status = 'pending' and updated_at < now() - interval '90 days'`)
    }),
  ],
  checks,
  checkSettings: { currency: keepCurrency },
  seed: seedSales,
  admin: {
    menu: [
      { section: 'orders', resource: 'order', icon: 'cart', order: 10, queue: { status: 'abnormal,payment_review,paid' } },
      { section: 'orders', resource: 'shipment', icon: 'box', order: 40 },
      { section: 'orders', resource: 'return', icon: 'history', order: 50, queue: { status: 'pending,received' } },
      { section: 'orders', resource: 'refund', icon: 'dollar', order: 60, queue: { status: 'pending,abnormal' } },
    ],
    tasks: [{ id: 'order', order: 100, to: '/', needs: 'get order', done: sql`exists (select 1 from sales_order)` }],
    screens: [
      { path: '/admin/order/create', screen: 'sales/order-edit', needs: 'create order' },
      { path: '/admin/order/edit/$id', screen: 'sales/order-edit', needs: 'update order' },
      { path: '/admin/order/$id', screen: 'sales/order-view', needs: 'get order' },
    ],
    slots: [
      { at: 'order.list.actions', screen: 'sales/order-list-actions', needs: 'get order' },
      { at: 'order.list.board', screen: 'sales/order-board', needs: 'get order' },
    ],
  },
  store: {
    screens: [
      { path: '/checkout', screen: 'sales/checkout', crawl: false },
      { path: '/order/view/$number', screen: 'sales/order', crawl: false },
      { path: '/order/success', screen: 'sales/result', crawl: false },
      { path: '/order/cancel', screen: 'sales/result', crawl: false },
      { path: '/order/fail', screen: 'sales/result', crawl: false },
    ],
    slots: [
      { at: 'layout.header', screen: 'sales/cart', order: 900 },
      { at: 'account.tab', screen: 'sales/account-orders', order: 30 },
    ],
  },
})
