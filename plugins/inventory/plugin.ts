import { clock, definePlugin, offer } from '#core'
import { CALENDAR_SOURCES } from '../calendar/index.ts'
import { CARDS } from '../desk/index.ts'
import { stockAlert } from './resources/alert.ts'
import { stocktake, stocktakeLine } from './resources/stocktake.ts'
import { stocktakeRoutes } from './routes/stocktake.ts'
import { digest, lookAtAll, lookLately } from './services/alerts.ts'
import { expiring } from './services/calendar.ts'
import { inventoryRules } from './settings.ts'

export default definePlugin({
  id: 'inventory',
  requires: ['catalogue'],
  after: ['desk', 'calendar'],
  offers: [
    offer(CARDS, 'alerts', { screen: 'inventory/alerts', of: stockAlert }, { order: 30 }),
    offer(CALENDAR_SOURCES, 'expiring', expiring),
  ],
  settings: [inventoryRules],
  resources: [stocktake, stocktakeLine, stockAlert],
  presets: {
    'inventory.viewer': ['get stocktake', 'get stocktake line', 'get stock alert'],
    'inventory.editor': ['inventory.viewer', 'create stocktake', 'update stocktake', 'export stocktake line', 'export stock alert'],
    'inventory.manager': ['inventory.editor', 'approve stocktake', 'export stocktake'],
  },
  adminRoutes: stocktakeRoutes,
  jobs: [
    clock('inventory/look', '* * * * *', lookLately),
    clock('inventory/look-at-all', '1 0 * * *', lookAtAll),
    clock('inventory/digest', '0 8 * * *', digest),
  ],
  admin: {
    menu: [
      { section: 'inventory', resource: 'stock_alert', icon: 'notifications', order: 15, queue: { closed_at__empty: '1' } },
      { section: 'inventory', resource: 'stocktake', icon: 'clipboard', order: 20, queue: { status: 'processing' } },
    ],
    screens: [{ path: '/admin/stocktake/$id', screen: 'inventory/count', needs: 'get stocktake' }],
    slots: [{ at: 'inventory.form.main', screen: 'inventory/line', needs: 'get inventory' }],
  },
})
