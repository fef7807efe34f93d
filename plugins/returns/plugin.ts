import { definePlugin, contribute, provide, sql, message } from 'stoa'
import { APPROVABLE_DOCUMENTS } from 'stoa/plugins/approvals'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { ORDER_REFUNDS, ORDER_EMAILS, SHOPPER_PARTS, STAFF_PARTS, STORIES, OPEN_WORK } from 'stoa/plugins/sales'
import { checks } from './checks.ts'
import { refund, refundLine } from './resources/refund.ts'
import { returnLine, salesReturn } from './resources/return.ts'
import { ownReturn } from './routes/own-return.ts'
import { refundRoutes } from './routes/refunds.ts'
import { returnRoutes } from './routes/returns.ts'
import { planReturn } from './seed/seed-returns.ts'
import { APPROVAL_KIND } from './services/approval.ts'
import { orderRefunds } from './services/order-refunds.ts'
import { returnPersonalData } from './services/personal-data.ts'
import { refundEmail } from './services/emails.ts'
import { refundApproval } from './services/refunds.ts'
import { shopperReturns } from './services/shopper-returns.ts'
import { staffReturns } from './services/staff-returns.ts'
import { RETURNS, returns } from './services/counter-return.ts'

export default definePlugin({
  id: 'returns',
  requires: ['sales', 'payments', 'documents'],
  after: ['fulfilment', 'approvals', 'inventory', 'people'],
  resources: [salesReturn, returnLine, refund, refundLine],
  permissions: ['approve refund', 'return order'],
  presets: {
    'sales.viewer': ['get return', 'get refund'],
    'sales.editor': ['sales.viewer', 'return order'],
    'sales.manager': ['sales.editor', 'approve refund'],
  },
  services: (container) => {
    provide(container, ORDER_REFUNDS, () => orderRefunds)
    provide(container, RETURNS, () => returns)
  },
  contributions: [
    contribute(STAFF_PARTS, 'back', staffReturns),
    contribute(SHOPPER_PARTS, 'back', shopperReturns),
    contribute(STORIES, 'back', { planAfterShipment: planReturn }),
    contribute(ORDER_EMAILS, 'refunded', refundEmail),
    contribute(OPEN_WORK, 'return', {
      isOpenSql: (order) =>
        sql`exists (select 1 from sales_return where order_id = ${order} and status in ('pending', 'approved', 'partial_received', 'received'))`,
      message: message('returns:error.open_return'),
    }),
    contribute(PERSONAL_DATA, 'returns', returnPersonalData, { order: 20 }),
    contribute(APPROVABLE_DOCUMENTS, APPROVAL_KIND, refundApproval),
  ],
  adminRoutes: [...returnRoutes, ...refundRoutes],
  storeRoutes: ownReturn,
  checks,
  admin: {
    menu: [
      { section: 'orders', resource: 'return', icon: 'history', order: 50, queue: { status: 'pending,received' } },
      { section: 'orders', resource: 'refund', icon: 'dollar', order: 60, queue: { status: 'pending,abnormal' } },
    ],
    slots: [
      { at: 'order.view.main', screen: 'returns/of-order', order: 20, needs: 'get order' },
      { at: 'timeline', screen: 'returns/in-timeline', needs: 'get order' },
    ],
  },
  store: { slots: [{ at: 'order.end', screen: 'returns/of-order', order: 10 }] },
})
