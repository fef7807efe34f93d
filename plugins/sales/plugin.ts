import { scheduleJob, COMMANDS, definePlugin, handleJob, contribute, contributeAll, PROOFS, provide, sql } from 'stoa'
import { AUDIENCES, PERSON_ROLES, PERSONAL_DATA, TIMELINE_SOURCES } from 'stoa/plugins/people'
import { PRICE_GROUPS, PURCHASE_HISTORY } from 'stoa/plugins/catalogue'
import { TRANSFER_AMOUNTS } from 'stoa/plugins/content'
import { NOTE_SUBJECTS, NOTICE_KINDS } from 'stoa/plugins/notes'
import { REPORTS } from 'stoa/plugins/reports'
import { checks } from './checks.ts'
import { commands, proofs } from './cli/index.ts'
import { order, orderCount } from './resources/order.ts'
import { orderLine } from './resources/order-line.ts'
import { orderTax } from './resources/order-tax.ts'
import { salesEntry } from './resources/sales-entry.ts'
import { orderImport } from './resources/order-import.ts'
import { orderImportLine } from './resources/order-import-fields.ts'
import { cartRoutes } from './routes/cart.ts'
import { checkoutRoutes } from './routes/checkout.ts'
import { changeRoutes } from './routes/order-change.ts'
import { staffOrderRoutes, viewRoute } from './routes/staff-order.ts'
import { moneyRoutes } from './routes/order-money.ts'
import { orderRoutes } from './routes/order.ts'
import { assertCurrencyUnchanged } from './services/assert-currency-unchanged.ts'
import { PAYABLE_DOCUMENTS } from 'stoa/plugins/payments'
import { orderPersonalData } from './services/personal-data.ts'
import { buyerRole, groupPricing, moveOrdersOfMergedPerson } from './services/people.ts'
import { buyerAudience } from './services/audience.ts'
import { afterPlaced, completeShipped, cancelExpiredOrders } from './services/order-jobs.ts'
import { ORDER_ASSIGNED } from './services/order/assign.ts'
import { ORDER_EMAILS } from './services/order/email-kinds.ts'
import { ORDER_EMAIL_JOB, sendOrderEmail } from './services/order/emails.ts'
import { orderActivityEvents, orderTimelineSource, createActivityRecorder } from './services/order/activity.ts'
import { SHOPPER_PARTS, STAFF_PARTS } from './services/order/parts.ts'
import { payableOrders } from './services/order/payable.ts'
import { OPEN_WORK } from './services/order/open-work.ts'
import { orderAmounts } from './services/order/ledger.ts'
import { cohortReport } from './services/cohort-report.ts'
import { salesCards, waitingOrders } from './services/cards.ts'
import { customerReport, productReport, salesReport, seeCosts } from './services/reports.ts'
import { orderRules } from './settings.ts'
import { ADJUSTMENT_PROVIDERS } from './services/sale/adjustment-providers.ts'
import { LINE_KINDS } from './services/sale/line-kinds.ts'
import { TAX_RULES } from './services/sale/tax-rules.ts'
import { ORDERS, orders } from './services/checkout/orders.ts'
import { linkImportedOrders } from './services/imported/write-orders.ts'
import { buyerPrices, stockLines } from './services/sale/stock.ts'
import { updateSoldCounts, purchases } from './services/sold-counts.ts'
import { sumPastDays } from './services/summed-days.ts'
import { seedSales } from './seed/index.ts'
import { STORIES } from './seed/stories.ts'

const editorPermissions = [
  'create',
  'update',
  'place',
  'review',
  'pay',
  'reject',
  'process',
  'ship',
  'complete',
  'cancel',
  'comment',
  'assign',
].map((verb) => `${verb} order`)

export default definePlugin({
  id: 'sales',
  requires: ['catalogue', 'currency', 'people', 'payments', 'documents', 'shipping'],
  after: ['content', 'notes', 'inventory', 'reports', 'desk'],
  settings: [orderRules],
  resources: [order, orderLine, orderTax, salesEntry, orderImport, orderImportLine],
  extend: [orderCount],
  permissions: [
    'comment order',
    'refund order',
    'resolve order',
    'create order',
    'update order',
    'override price order',
    salesReport.needs,
    productReport.needs,
    customerReport.needs,
    seeCosts,
  ],
  presets: {
    'sales.viewer': ['get order'],
    'sales.editor': ['sales.viewer', ...editorPermissions, 'export order'],
    'sales.manager': [
      'sales.editor',
      salesReport.needs,
      productReport.needs,
      customerReport.needs,
      seeCosts,
      'refund order',
      'resolve order',
      'override price order',
      'get order import',
      'import order import',
      'export order import',
    ],
  },
  services: (container) => provide(container, ORDERS, () => orders),
  extensionPoints: [LINE_KINDS, ADJUSTMENT_PROVIDERS, TAX_RULES, STAFF_PARTS, SHOPPER_PARTS, ORDER_EMAILS, OPEN_WORK, STORIES],
  contributions: [
    ...orderActivityEvents,
    contribute(TIMELINE_SOURCES, 'order', orderTimelineSource),
    // Runs before the handlers of plugins that attach data to orders.
    contribute(PERSONAL_DATA, 'sales', orderPersonalData, { order: 10 }),
    contribute(PERSON_ROLES, 'buyer', buyerRole),
    contribute(AUDIENCES, 'buyers', buyerAudience),
    contribute(NOTE_SUBJECTS, 'order', { of: order, at: 'screen' }),
    contribute(NOTICE_KINDS, ORDER_ASSIGNED, { text: 'sales:notice.given' }),
    contribute(REPORTS, 'sales', salesReport),
    contribute(REPORTS, 'products', productReport),
    contribute(REPORTS, 'customer', customerReport),
    contribute(REPORTS, 'cohorts', cohortReport),
    contribute(TRANSFER_AMOUNTS, 'order', orderAmounts),
    ...salesCards,
    contribute(LINE_KINDS, 'stock', stockLines, { order: 0 }),
    contribute(PRICE_GROUPS, 'customer_group_id', groupPricing),
    // Prices are set before adjustments are subtracted from them.
    contribute(ADJUSTMENT_PROVIDERS, 'price', buyerPrices, { order: 1 }),
    contribute(PAYABLE_DOCUMENTS, 'order', ({ kernel }) => payableOrders(kernel)),
    contribute(PURCHASE_HISTORY, 'order', ({ kernel }) => purchases(kernel)),
    ...contributeAll(COMMANDS, commands),
    ...contributeAll(PROOFS, proofs),
  ],
  adminRoutes: (kernel) => [viewRoute(kernel), ...staffOrderRoutes, ...moneyRoutes, ...changeRoutes],
  storeRoutes: (kernel) => [...cartRoutes, ...checkoutRoutes, ...orderRoutes(kernel)],
  on: {
    'order.placed': ({ orderId }, ctx) => afterPlaced(ctx, orderId),
    'order.paid': createActivityRecorder('paid'),
    'order.shipped': createActivityRecorder('shipped'),
    'order.completed': createActivityRecorder('completed'),
    'order.canceled': createActivityRecorder('canceled'),
    'order.refunded': createActivityRecorder('refunded'),
    'person.merged': (merge, ctx) => moveOrdersOfMergedPerson(ctx, merge),
    'person.email_proven': (proven, ctx) => linkImportedOrders(ctx, proven),
  },
  jobs: [
    scheduleJob('sales/count-sold', '17 * * * *', updateSoldCounts),
    handleJob(ORDER_EMAIL_JOB, (email, ctx) => sendOrderEmail(ctx, email)),
    scheduleJob('sales/complete-sent', '23 4 * * *', completeShipped),
    scheduleJob('sales/expire', '*/5 * * * *', cancelExpiredOrders),
    // Every quarter of an hour, because a day ends at another time in each time zone, and imports add to past days.
    scheduleJob('sales/sum-days', '*/15 * * * *', sumPastDays),
    scheduleJob('sales/idle-carts', '41 3 * * *', async ({ kernel }) => {
      await kernel.db.run(sql`delete from cart where status = 'pending' and updated_at < now() - interval '90 days'`)
    }),
  ],
  checks,
  checkSettings: { currency: assertCurrencyUnchanged },
  seed: seedSales,
  admin: {
    menu: [
      { section: 'orders', resource: 'order', icon: 'cart', order: 10, queue: waitingOrders },
      { section: 'orders', resource: 'order_import', icon: 'import', order: 90, under: 'order' },
      {
        section: 'today',
        to: 'report/sales',
        label: salesReport.title,
        needs: salesReport.needs,
        icon: 'chart',
        order: 41,
        under: 'report',
      },
      {
        section: 'today',
        to: 'report/products',
        label: productReport.title,
        needs: productReport.needs,
        icon: 'chart',
        order: 42,
        under: 'report',
      },
      {
        section: 'today',
        to: 'report/customer',
        label: customerReport.title,
        needs: customerReport.needs,
        icon: 'chart',
        order: 43,
        under: 'report',
      },
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
