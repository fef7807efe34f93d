import { definePlugin, contribute } from 'stoa'
import { RUN_KINDS } from 'stoa/plugins/runs'
import { labelRoutes } from './routes/labels.ts'
import { printRunRoutes } from './routes/print-run.ts'
import { needs, PRINT } from './services/print-run.ts'

export default definePlugin({
  id: 'labels',
  requires: ['catalogue', 'currency', 'documents'],
  after: ['runs'],
  permissions: ['print barcode', 'print qrcode'],
  presets: { 'labels.printer': ['print barcode', 'print qrcode'] },
  contributions: [contribute(RUN_KINDS, PRINT.name, PRINT)],
  adminRoutes: ({ registry }) => [...labelRoutes, ...(registry.extensionPoints.has(RUN_KINDS.name) ? printRunRoutes : [])],
  admin: {
    menu: [{ section: 'catalogue', to: 'product/print-label', label: 'labels:menu.print', needs, icon: 'barcode', order: 40 }],
    screens: [{ path: '/admin/product/print-label', screen: 'labels/print', needs }],
    slots: [{ at: 'product.list.actions', screen: 'labels/list-action', needs }],
  },
})
