import { definePlugin, offer, provide, sql, text } from 'stoa'
import { APPROVABLES } from 'stoa/plugins/approvals'
import { KEEPERS } from 'stoa/plugins/people'
import { GIVING_BACK, LETTERS, SHOPPER_PARTS, STAFF_PARTS, STORIES, UNFINISHED } from 'stoa/plugins/sales'
import { checks } from './checks.ts'
import { refund, refundLine } from './resources/refund.ts'
import { returnLine, salesReturn } from './resources/return.ts'
import { ownReturn } from './routes/own-return.ts'
import { refundRoutes } from './routes/refunds.ts'
import { returnRoutes } from './routes/returns.ts'
import { giveBack } from './seed/back.ts'
import { KIND } from './services/approval.ts'
import { givingBack } from './services/giving-back.ts'
import { returnKeeper } from './services/keeper.ts'
import { refundLetter } from './services/letters.ts'
import { refundsToApprove } from './services/refunds.ts'
import { shopperBack } from './services/shopper-part.ts'
import { staffBack } from './services/staff-part.ts'
import { RETURNS, returns } from './services/take-back.ts'

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
    provide(container, GIVING_BACK, () => givingBack)
    provide(container, RETURNS, () => returns)
  },
  offers: [
    offer(STAFF_PARTS, 'back', staffBack),
    offer(SHOPPER_PARTS, 'back', shopperBack),
    offer(STORIES, 'back', { sent: giveBack }),
    offer(LETTERS, 'refunded', refundLetter),
    offer(UNFINISHED, 'return', {
      open: (order) =>
        sql`exists (select 1 from sales_return where order_id = ${order} and status in ('pending', 'approved', 'partial_received', 'received'))`,
      why: text('returns:error.open_return'),
    }),
    offer(KEEPERS, 'returns', returnKeeper, { order: 20 }),
    offer(APPROVABLES, KIND, refundsToApprove),
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
