import { contribute, definePlugin, handleJob, scheduleJob } from 'stoa'
import { PAYROLL_SOURCES } from 'stoa/plugins/payroll'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { REPORTS } from 'stoa/plugins/reports'
import { checks } from './checks.ts'
import { commissionOrder } from './resources/commission-order.ts'
import { commissionEntry } from './resources/entry.ts'
import { commissionGroup } from './resources/group.ts'
import { commissionMember } from './resources/member.ts'
import { commissionNode } from './resources/node.ts'
import { commissionShare } from './resources/order-fields.ts'
import { defaultOfStore, ownerOfCoupon } from './resources/owner-extensions.ts'
import { commissionsOfProduct, productCommission } from './resources/product-extension.ts'
import { commissionSettlement } from './resources/settlement.ts'
import { commissionTier } from './resources/tier.ts'
import { adminRoutes } from './routes/admin.ts'
import { seedCommission } from './seed.ts'
import { catchUp } from './services/catch-up.ts'
import { COMMISSION_SOURCE, commissionPaySource } from './services/payroll-source.ts'
import { POST_ORDER } from './services/post-order-job.ts'
import { postOrder } from './services/post-order.ts'
import { commissionReport } from './services/report.ts'
import { SEE_ALL } from './services/scope.ts'
import { settleEndedPeriods } from './services/settle-period.ts'
import { COMPUTE_SETTLEMENT, runComputation } from './services/settlement-job.ts'
import { commissionSettings } from './settings.ts'

const staffData = 'commissions of staff, which are business records'
const edit = (resource: string) =>
  ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export'].map((verb) => `${verb} ${resource}`)

/** Commissions of staff: groups, organization, ledger, settlements. */
export default definePlugin({
  id: 'commission',
  requires: ['catalogue', 'sales', 'currency', 'documents'],
  after: ['crm', 'hr', 'payroll', 'people', 'promotion', 'reports', 'returns', 'stores'],
  settings: [commissionSettings],
  resources: [
    commissionGroup,
    commissionTier,
    commissionMember,
    commissionNode,
    productCommission,
    commissionOrder,
    commissionShare,
    commissionEntry,
    commissionSettlement,
  ],
  extend: [commissionsOfProduct, ownerOfCoupon, defaultOfStore],
  permissions: [SEE_ALL, commissionReport.needs],
  presets: {
    'commission.member': [
      'get commission entry',
      'get commission order',
      'get commission settlement',
      'get commission group',
      commissionReport.needs,
    ],
    'commission.editor': [
      'commission.member',
      SEE_ALL,
      ...['commission group', 'commission member', 'commission node'].flatMap(edit),
      'update commission order',
      'export commission order',
      'export commission entry',
      'export commission settlement',
      ...['create', 'destroy', 'compute', 'cancel'].map((verb) => `${verb} commission settlement`),
    ],
    'commission.manager': ['commission.editor', 'approve commission settlement', 'pay commission settlement'],
  },
  contributions: [
    contribute(REPORTS, 'commission', commissionReport),
    contribute(PAYROLL_SOURCES, COMMISSION_SOURCE, commissionPaySource),
    contribute(PERSONAL_DATA, 'commission', {
      tables: {
        commission_group: 'rules of commissions',
        commission_tier: 'rules of commissions',
        commission_member: staffData,
        commission_node: staffData,
        commission_order: 'who of the staff earns from an order, by its number',
        commission_share: staffData,
        commission_entry: staffData,
        commission_settlement: staffData,
        product_commission: 'rules of commissions',
      },
    }),
  ],
  adminRoutes,
  on: {
    'order.paid': ({ orderId }, ctx) => postOrder(ctx, orderId),
    'order.changed': ({ orderId }, ctx) => postOrder(ctx, orderId),
    'order.completed': ({ orderId }, ctx) => postOrder(ctx, orderId),
    'order.refunded': ({ orderId }, ctx) => postOrder(ctx, orderId),
    'payment.refunded': async ({ document }, ctx) => {
      if (document.type === 'order') await postOrder(ctx, document.id)
    },
  },
  catchUp: (ctx) => catchUp(ctx),
  jobs: [
    handleJob(POST_ORDER, ({ order_id }, ctx) => postOrder(ctx, order_id)),
    handleJob(COMPUTE_SETTLEMENT, runComputation),
    scheduleJob('commission/catch-up', '35 2 * * *', (ctx) => catchUp(ctx)),
    scheduleJob('commission/settle', '50 3 * * *', settleEndedPeriods),
  ],
  checks,
  seed: seedCommission,
  admin: {
    sections: [{ id: 'marketing', order: 70, icon: 'envelope' }],
    menu: [
      { section: 'marketing', resource: 'commission_settlement', icon: 'percentage', order: 70, queue: { status: 'pending' } },
      { section: 'marketing', resource: 'commission_group', icon: 'people', order: 71, under: 'commission_settlement' },
      { section: 'marketing', resource: 'commission_member', icon: 'person', order: 72, under: 'commission_settlement' },
      { section: 'marketing', resource: 'commission_node', icon: 'tree', order: 73, under: 'commission_settlement' },
      { section: 'marketing', resource: 'commission_order', icon: 'cart', order: 74, under: 'commission_settlement' },
      { section: 'marketing', resource: 'commission_entry', icon: 'list', order: 75, under: 'commission_settlement' },
      {
        section: 'today',
        to: 'report/commission',
        label: commissionReport.title,
        needs: commissionReport.needs,
        icon: 'chart',
        order: 46,
        under: 'report',
      },
    ],
    slots: [
      { at: 'order.view.main', screen: 'commission/order-commission', order: 60, needs: 'get commission order' },
      {
        at: 'commission_settlement.list.actions',
        screen: 'commission/settle-period',
        needs: 'create commission settlement & compute commission settlement',
      },
      { at: 'commission_settlement.form.main', screen: 'commission/settlement-entries', needs: 'get commission entry' },
      { at: 'commission_group.form.main', screen: 'commission/group-preview', needs: 'get commission group & get commission entry' },
    ],
  },
})
