import { clock, COMMANDS, definePlugin, job, offer, offerAll, PROOFS, provide, sql } from 'stoa'
import { AUDIENCES, HATS, KEEPERS, TELLERS } from 'stoa/plugins/people'
import { BUYS_AS, PURCHASES } from 'stoa/plugins/catalogue'
import { NOTED, NOTICE_KINDS } from 'stoa/plugins/notes'
import { checks } from './checks.ts'
import { commands, proofs } from './cli/index.ts'
import { order, orderCount } from './resources/order.ts'
import { orderLine } from './resources/order-line.ts'
import { orderTax } from './resources/order-tax.ts'
import { orderImport, orderImportLine } from './resources/order-import.ts'
import { cartRoutes } from './routes/cart.ts'
import { checkoutRoutes } from './routes/checkout.ts'
import { changeRoutes } from './routes/order-change.ts'
import { deskRoutes, viewRoute } from './routes/order-desk.ts'
import { moneyRoutes } from './routes/order-money.ts'
import { orderRoutes } from './routes/order.ts'
import { keepCurrency } from './services/keep-currency.ts'
import { PAYABLES } from 'stoa/plugins/payments'
import { orderKeeper } from './services/keeper.ts'
import { buyerHat, buysInGroup, followMerge } from './services/people.ts'
import { buyers } from './services/audience.ts'
import { afterPlaced, completeSent, expireHolds } from './services/after.ts'
import { GIVEN } from './services/order/assign.ts'
import { LETTERS } from './services/order/letter-kinds.ts'
import { LETTER, sendLetter } from './services/order/letters.ts'
import { orderHappenings, orderTeller, tellNews } from './services/order/tell.ts'
import { SHOPPER_PARTS, STAFF_PARTS } from './services/order/parts.ts'
import { payableOrder } from './services/order/payable.ts'
import { UNFINISHED } from './services/order/unfinished.ts'
import { orderRules } from './settings.ts'
import { ADJUSTERS } from './services/sale/adjusters.ts'
import { LINE_KINDS } from './services/sale/kinds.ts'
import { TAX_RULES } from './services/sale/tax-rules.ts'
import { ORDERS, orders } from './services/checkout/orders.ts'
import { linkImportedOrders } from './services/imported/write-orders.ts'
import { ownPrice, stockLines } from './services/sale/stock.ts'
import { countSold, purchases } from './services/sold.ts'
import { seedSales } from './seed/index.ts'
import { STORIES } from './seed/stories.ts'

const work = ['create', 'update', 'place', 'review', 'pay', 'reject', 'process', 'ship', 'complete', 'cancel', 'comment', 'assign'].map(
  (verb) => `${verb} order`,
)

export default definePlugin({
  id: 'sales',
  requires: ['catalogue', 'currency', 'people', 'payments', 'documents', 'shipping'],
  after: ['content', 'notes', 'inventory'],
  settings: [orderRules],
  resources: [order, orderLine, orderTax, orderImport, orderImportLine],
  extend: [orderCount],
  permissions: ['comment order', 'refund order', 'resolve order', 'create order', 'update order', 'override price order'],
  presets: {
    'sales.viewer': ['get order'],
    'sales.editor': ['sales.viewer', ...work, 'export order'],
    'sales.manager': [
      'sales.editor',
      'refund order',
      'resolve order',
      'override price order',
      'get order import',
      'import order import',
      'export order import',
    ],
  },
  services: (container) => provide(container, ORDERS, () => orders),
  points: [LINE_KINDS, ADJUSTERS, TAX_RULES, STAFF_PARTS, SHOPPER_PARTS, LETTERS, UNFINISHED, STORIES],
  offers: [
    ...orderHappenings,
    offer(TELLERS, 'order', orderTeller),
    // Before those who hang something on orders.
    offer(KEEPERS, 'sales', orderKeeper, { order: 10 }),
    offer(HATS, 'buyer', buyerHat),
    offer(AUDIENCES, 'buyers', buyers),
    offer(NOTED, 'order', { of: order, at: 'screen' }),
    offer(NOTICE_KINDS, GIVEN, { text: 'sales:notice.given' }),
    offer(LINE_KINDS, 'stock', stockLines, { order: 0 }),
    offer(BUYS_AS, 'customer_group_id', buysInGroup),
    // Prices come before whatever takes something off them.
    offer(ADJUSTERS, 'price', ownPrice, { order: 1 }),
    offer(PAYABLES, 'order', ({ kernel }) => payableOrder(kernel)),
    offer(PURCHASES, 'order', ({ kernel }) => purchases(kernel)),
    ...offerAll(COMMANDS, commands),
    ...offerAll(PROOFS, proofs),
  ],
  adminRoutes: (kernel) => [viewRoute(kernel), ...deskRoutes, ...moneyRoutes, ...changeRoutes],
  storeRoutes: (kernel) => [...cartRoutes, ...checkoutRoutes, ...orderRoutes(kernel)],
  on: {
    'order.placed': ({ orderId }, ctx) => afterPlaced(ctx, orderId),
    'order.paid': tellNews('paid'),
    'order.shipped': tellNews('shipped'),
    'order.completed': tellNews('completed'),
    'order.canceled': tellNews('canceled'),
    'order.refunded': tellNews('refunded'),
    'person.merged': (merge, ctx) => followMerge(ctx, merge),
    'person.email_proven': (proven, ctx) => linkImportedOrders(ctx, proven),
  },
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
      { section: 'orders', resource: 'order_import', icon: 'import', order: 90, under: 'order' },
    ],
    tasks: [
      {
        id: 'order',
        order: 100,
        to: '/',
        needs: 'get order',
        done: sql`exists (select 1 from sales_order)`,
        inUse: sql`exists (select 1 from sales_order where paid_at is not null and imported_from is null)`,
      },
    ],
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
      { path: '/checkout', screen: 'sales/checkout', frame: 'quiet', crawl: false },
      { path: '/order/view/$number', screen: 'sales/order', crawl: false },
      { path: '/order/success', screen: 'sales/result', crawl: false },
      { path: '/order/cancel', screen: 'sales/result', crawl: false },
      { path: '/order/fail', screen: 'sales/result', crawl: false },
    ],
    slots: [
      { at: 'layout.header', screen: 'sales/cart', order: 900 },
      { at: 'layout.quiet', screen: 'sales/cart' },
      { at: 'account.tab', screen: 'sales/account-orders', order: 30 },
    ],
  },
})
