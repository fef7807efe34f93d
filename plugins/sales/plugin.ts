import { definePlugin, provide, sql } from '#core'
import { PURCHASES } from '#plugins/catalogue/index'
import { checks } from './checks.ts'
import { order, orderCount, orderLine } from './resources/order.ts'
import { cartRoutes } from './routes/cart.ts'
import { checkoutRoutes } from './routes/checkout.ts'
import { orderAdminRoutes, orderRoutes } from './routes/order.ts'
import { keepCurrency } from './services/keep-currency.ts'
import { afterCaptured, afterPlaced, expireHolds } from './services/after.ts'
import { countSold, purchases } from './services/sold.ts'

const work = ['review', 'pay', 'reject', 'process', 'ship', 'complete', 'cancel', 'comment'].map((verb) => `${verb} order`)

export default definePlugin({
  id: 'sales',
  requires: ['catalogue', 'people', 'payments', 'documents', 'shipping'],
  after: ['content'],
  resources: [order, orderLine],
  extend: [orderCount],
  permissions: ['comment order'],
  presets: {
    'sales.viewer': ['get order'],
    'sales.editor': ['sales.viewer', ...work, 'export order'],
    'sales.manager': ['sales.editor', 'refund order'],
  },
  services: (container, kernel) => provide(container, PURCHASES, () => purchases(kernel)),
  adminApi: (app, kernel) => orderAdminRoutes(app, kernel),
  storeApi: (app, kernel) => {
    cartRoutes(app, kernel)
    checkoutRoutes(app, kernel)
    orderRoutes(app, kernel)
  },
  on: {
    'order.placed': ({ orderId }, ctx) => afterPlaced(ctx, orderId),
    'payment.captured': ({ document }, ctx) => afterCaptured(ctx, document),
  },
  jobs: {
    'count-sold': { every: '17 * * * *', run: (_payload, ctx) => countSold(ctx) },
    expire: { every: '*/5 * * * *', run: (_payload, ctx) => expireHolds(ctx) },
    'idle-carts': {
      every: '41 3 * * *',
      run: async (_payload, { kernel }) => {
        await kernel.db.run(sql`delete from cart where status = 'pending' and updated_at < now() - interval '90 days'`)
      },
    },
  },
  checks,
  checkSettings: { currency: keepCurrency },
  admin: {
    menu: [{ section: 'orders', resource: 'order', icon: 'cart', order: 10, queue: { status: 'pending,payment_review,paid' } }],
    tasks: [{ id: 'order', order: 100, to: '/', needs: 'get order', done: sql`exists (select 1 from sales_order)` }],
    screens: [{ path: '/admin/order/$id', screen: 'sales/order-view', needs: 'get order' }],
  },
  store: {
    screens: [
      { path: '/checkout', screen: 'sales/checkout' },
      { path: '/order/view/$number', screen: 'sales/order' },
      { path: '/order/success', screen: 'sales/result' },
      { path: '/order/cancel', screen: 'sales/result' },
      { path: '/order/fail', screen: 'sales/result' },
    ],
    slots: [{ at: 'layout.cart', screen: 'sales/cart' }],
  },
})
