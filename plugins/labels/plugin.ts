import { definePlugin } from '#core'
import { labelRoutes } from './routes/labels.ts'

const needs = 'print barcode | print qrcode'

export default definePlugin({
  id: 'labels',
  requires: ['catalogue', 'currency', 'documents'],
  permissions: ['print barcode', 'print qrcode'],
  presets: { 'labels.printer': ['print barcode', 'print qrcode'] },
  adminRoutes: labelRoutes,
  admin: {
    menu: [{ section: 'catalogue', to: 'product/print-label', label: 'labels:menu.print', needs, icon: 'barcode', order: 40 }],
    screens: [{ path: '/admin/product/print-label', screen: 'labels/print', needs }],
    slots: [{ at: 'product.list.actions', screen: 'labels/list-action', needs }],
  },
})
