import { scheduleJob, definePlugin, contribute, extendResource, f, provide, sql } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { carrier } from './resources/carrier.ts'
import { pickupPoint } from './resources/pickup-point.ts'
import { shippingMethod, shippingRate } from './resources/shipping-method.ts'
import { shippingZone } from './resources/shipping-zone.ts'
import { pointRoutes } from './routes/points.ts'
import { seedShipping } from './seed.ts'
import { CARRIER_PRICES, dropQuotes } from './services/carrier-prices.ts'
import { SHIPPING, shipping } from './services/shipping.ts'

const ownResources = ['shipping method', 'shipping zone', 'carrier', 'pickup point']
const verbs = ['create', 'update', 'destroy']

export default definePlugin({
  id: 'shipping',
  requires: ['catalogue'],
  after: ['inventory', 'people'],
  extensionPoints: [CARRIER_PRICES],
  jobs: [scheduleJob('shipping/drop-quotes', '23 * * * *', dropQuotes)],
  contributions: [
    contribute(PERSONAL_DATA, 'shipping', { tables: { carrier: 'carriers: businesses', pickup_point: 'pickup points of carriers' } }),
  ],
  resources: [carrier, shippingZone, shippingMethod, shippingRate, pickupPoint],
  extend: [
    extendResource('product', {
      fields: { weight_g: f.int({ default: 0, min: 0, max: 10_000_000, showIf: { field: 'type', in: ['general'] } }) },
    }),
  ],
  presets: {
    'shipping.viewer': ownResources.map((name) => `get ${name}`),
    'shipping.manager': [
      'shipping.viewer',
      ...ownResources.flatMap((name) => verbs.map((verb) => `${verb} ${name}`)),
      'import pickup point',
      'export pickup point',
      'batch update pickup point',
      'batch destroy pickup point',
    ],
  },
  permissionAliases: { 'shipping setting': ['shipping method', 'shipping zone', 'carrier'] },
  // Permission to change the configuration includes the shipping setup (specification C§6).
  impliedPermissions: {
    'update configuration': ['shipping method', 'shipping zone', 'carrier'].flatMap((name) =>
      ['get', 'create', 'update'].map((verb) => `${verb} ${name}`),
    ),
  },
  services: (container, kernel) => provide(container, SHIPPING, () => shipping(kernel)),
  storeRoutes: pointRoutes,
  seed: seedShipping,
  admin: {
    menu: [
      { section: 'settings', resource: 'shipping_method', icon: 'truck', order: 16, area: 'selling' },
      { section: 'settings', resource: 'shipping_zone', icon: 'globe', order: 17, area: 'selling' },
      { section: 'settings', resource: 'carrier', icon: 'airplane', order: 18, area: 'selling' },
      { section: 'settings', resource: 'pickup_point', icon: 'map-marker', order: 19, area: 'selling' },
    ],
    tasks: [
      {
        id: 'shipping',
        order: 60,
        to: 'shipping',
        needs: 'update shipping method',
        done: sql`exists (select 1 from shipping_method where enabled)`,
      },
    ],
  },
})
