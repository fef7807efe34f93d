import { definePlugin, handleJob, contribute, provide } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { APPROVABLE_DOCUMENTS } from 'stoa/plugins/approvals'
import { CALENDAR_SOURCES } from 'stoa/plugins/calendar'
import { NOTE_SUBJECTS } from 'stoa/plugins/notes'
import { REPORTS } from 'stoa/plugins/reports'
import { checks } from './checks.ts'
import { poLine } from './resources/po-fields.ts'
import { po } from './resources/po.ts'
import { goodsReceipt, goodsReceiptLine, supplierPayment } from './resources/receipt.ts'
import { supplier, supplierStock } from './resources/supplier.ts'
import { buyingRoutes } from './routes/reorder.ts'
import { poRoutes } from './routes/po.ts'
import { seedPurchasing } from './seed.ts'
import { approvablePo, KIND } from './services/approval.ts'
import { expectedDeliveries } from './services/calendar.ts'
import { PURCHASING, purchasingService } from './services/incoming.ts'
import { MAIL_ORDER } from './services/enqueue-order-email.ts'
import { sendOrderEmail } from './services/mail.ts'
import { purchaseReport } from './services/reports.ts'
import { purchasing } from './settings.ts'

const all = (resource: string) =>
  ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export'].map((verb) => `${verb} ${resource}`)

export default definePlugin({
  id: 'purchasing',
  requires: ['catalogue', 'inventory', 'currency', 'documents'],
  after: ['calendar', 'notes', 'approvals', 'people', 'reports'],
  contributions: [
    contribute(PERSONAL_DATA, 'purchasing', { tables: { supplier: 'suppliers: businesses' } }),
    contribute(CALENDAR_SOURCES, 'deliveries', expectedDeliveries),
    contribute(REPORTS, 'purchase', purchaseReport),
    contribute(NOTE_SUBJECTS, 'po', { of: po, at: 'screen' }),
    contribute(APPROVABLE_DOCUMENTS, KIND, approvablePo),
  ],
  settings: [purchasing],
  resources: [supplier, supplierStock, po, poLine, goodsReceipt, goodsReceiptLine, supplierPayment],
  permissions: ['receive po', 'approve po', purchaseReport.needs],
  presets: {
    'purchasing.viewer': ['get supplier', 'get po', 'get goods receipt', 'get supplier payment'],
    'purchasing.receiver': ['purchasing.viewer', 'receive po'],
    'purchasing.buyer': ['purchasing.receiver', 'get inventory', ...all('supplier'), ...all('po')],
    'purchasing.manager': [
      'purchasing.buyer',
      'approve po',
      purchaseReport.needs,
      'create supplier payment',
      'destroy supplier payment',
      'export supplier payment',
      'export goods receipt',
    ],
  },
  services: (container) => provide(container, PURCHASING, () => purchasingService),
  adminRoutes: [...buyingRoutes, ...poRoutes],
  jobs: [handleJob(MAIL_ORDER, (order, ctx) => sendOrderEmail(ctx, order))],
  checks,
  seed: seedPurchasing,
  admin: {
    menu: [
      { section: 'inventory', resource: 'po', icon: 'clipboard', order: 60, queue: { status: 'pending,approved,rejected,abnormal' } },
      { section: 'inventory', resource: 'goods_receipt', icon: 'inbox', order: 70, under: 'po' },
      { section: 'inventory', resource: 'supplier', icon: 'truck', order: 80 },
      {
        section: 'today',
        to: 'report/purchase',
        label: purchaseReport.title,
        needs: purchaseReport.needs,
        icon: 'chart',
        order: 46,
        under: 'report',
      },
    ],
    screens: [
      { path: '/admin/po/suggest', screen: 'purchasing/suggest', needs: 'get po' },
      { path: '/admin/po/$id', screen: 'purchasing/po-view', needs: 'get po' },
      { path: '/admin/po/$id/receive', screen: 'purchasing/scan', needs: 'receive po' },
    ],
    slots: [
      { at: 'po.list.actions', screen: 'purchasing/suggest-link', needs: 'get po' },
      { at: 'po.list.board', screen: 'purchasing/po-board', needs: 'get po' },
      { at: 'product.form.side', screen: 'purchasing/incoming', needs: 'get po', order: 60 },
    ],
  },
})
