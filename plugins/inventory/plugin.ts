import { scheduleJob, definePlugin, contribute, provide, sql } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { CALENDAR_SOURCES } from 'stoa/plugins/calendar'
import { STOCK_LEVELS } from 'stoa/plugins/catalogue'
import { CARDS } from 'stoa/plugins/desk'
import { REPORTS } from 'stoa/plugins/reports'
import { checks } from './checks.ts'
import { stockAlert } from './resources/alert.ts'
import { inventoryHistory } from './resources/inventory-history.ts'
import { inventory } from './resources/inventory.ts'
import { inventoryMovement } from './resources/movement.ts'
import { inventoriesOfStock, historyOfProduct } from './resources/product-extension.ts'
import { stocktake } from './resources/stocktake.ts'
import { stocktakeLine } from './resources/stocktake-line.ts'
import { warehouse } from './resources/warehouse.ts'
import { inventoryRoutes } from './routes/inventory.ts'
import { stocktakeRoutes } from './routes/stocktake.ts'
import { seedInventory } from './seed.ts'
import { alertsCard } from './services/alerts-card.ts'
import { sendDigest, checkAllStocks, checkRecentChanges } from './services/alerts.ts'
import { expiryDates } from './services/calendar.ts'
import { inventoryReport, movementReport } from './services/reports.ts'
import { reindexExpired } from './services/stock/reindex-expired.ts'
import { stockLevels } from './services/stock/available.ts'
import { INVENTORY, inventoryService } from './services/stock/inventory-service.ts'
import { inventoryRules } from './settings.ts'

const allVerbs = (resource: string) =>
  ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export'].map((verb) => `${verb} ${resource}`)

export default definePlugin({
  id: 'inventory',
  requires: ['catalogue'],
  after: ['desk', 'calendar', 'people', 'reports'],
  contributions: [
    contribute(PERSONAL_DATA, 'inventory', {
      tables: {
        warehouse: 'addresses and contact persons of the shop',
        inventory_movement: 'stock movements with the id of their document',
        reservation: 'reserved units with the id of their document',
      },
    }),
    contribute(CARDS, 'alerts', alertsCard, { order: 70 }),
    contribute(CALENDAR_SOURCES, 'expiring', expiryDates),
    contribute(REPORTS, 'inventories', inventoryReport),
    contribute(REPORTS, 'movements', movementReport),
  ],
  settings: [inventoryRules],
  resources: [warehouse, inventory, inventoryMovement, inventoryHistory, stocktake, stocktakeLine, stockAlert],
  extend: [inventoriesOfStock, historyOfProduct],
  permissions: ['update inventory', inventoryReport.needs],
  presets: {
    'inventory.viewer': [
      'get warehouse',
      'get inventory',
      'get inventory movement',
      'get stocktake',
      'get stocktake line',
      'get stock alert',
    ],
    'inventory.editor': ['inventory.viewer', 'create stocktake', 'update stocktake', 'export stocktake line', 'export stock alert'],
    'inventory.manager': [
      'inventory.editor',
      'approve stocktake',
      'export stocktake',
      inventoryReport.needs,
      ...allVerbs('warehouse'),
      'export inventory',
      'export inventory movement',
      'update inventory',
    ],
  },
  services: (container) => {
    provide(container, INVENTORY, () => inventoryService)
    provide(container, STOCK_LEVELS, () => stockLevels)
  },
  adminRoutes: [...inventoryRoutes, ...stocktakeRoutes],
  jobs: [
    scheduleJob('inventory/reindex-expired', '1 0 * * *', reindexExpired),
    scheduleJob('inventory/check-alerts', '* * * * *', checkRecentChanges),
    scheduleJob('inventory/check-all-alerts', '1 0 * * *', checkAllStocks),
    scheduleJob('inventory/digest', '0 8 * * *', sendDigest),
  ],
  checks,
  seed: seedInventory,
  admin: {
    sections: [{ id: 'inventory', order: 40, icon: 'box' }],
    menu: [
      { section: 'inventory', resource: 'inventory', icon: 'layers', order: 10 },
      { section: 'inventory', resource: 'stock_alert', icon: 'notifications', order: 15, queue: { closed_at__empty: '1' } },
      { section: 'inventory', resource: 'stocktake', icon: 'clipboard', order: 20, queue: { status: 'processing' } },
      { section: 'inventory', resource: 'inventory_movement', icon: 'history', order: 30, under: 'inventory' },
      {
        section: 'today',
        to: 'report/inventories',
        label: inventoryReport.title,
        needs: inventoryReport.needs,
        icon: 'chart',
        order: 44,
        under: 'report',
      },
      {
        section: 'today',
        to: 'report/movements',
        label: movementReport.title,
        needs: movementReport.needs,
        icon: 'chart',
        order: 45,
        under: 'report',
      },
      { section: 'inventory', resource: 'warehouse', icon: 'shop', order: 12, area: 'store' },
    ],
    screens: [{ path: '/admin/stocktake/$id', screen: 'inventory/count', needs: 'get stocktake' }],
    slots: [
      { at: 'inventory.form.main', screen: 'inventory/line', needs: 'get inventory' },
      { at: 'product.stock.goods', screen: 'inventory/of-stock' },
    ],
    tasks: [{ id: 'warehouse', order: 40, to: 'warehouse/create', needs: 'create warehouse', done: sql`exists (select 1 from warehouse)` }],
  },
})
