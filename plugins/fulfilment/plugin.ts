import { definePlugin, contribute, contributeAll, provide } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { DELIVERY, ORDER_EMAILS, SHOPPER_PARTS, STAFF_PARTS, STORIES } from 'stoa/plugins/sales'
import { checks } from './checks.ts'
import { shipment, shipmentLine } from './resources/shipment.ts'
import { shipmentRoutes } from './routes/shipments.ts'
import { planShipments } from './seed/parcels.ts'
import { catchUp } from './services/catch-up.ts'
import { delivery } from './services/delivery.ts'
import { parcelPersonalData } from './services/personal-data.ts'
import { shipmentEmails } from './services/emails.ts'
import { shopperParcels, staffParcels } from './services/order-parts.ts'

export default definePlugin({
  id: 'fulfilment',
  requires: ['sales', 'shipping', 'documents'],
  after: ['inventory', 'people'],
  resources: [shipment, shipmentLine],
  presets: {
    'sales.viewer': ['get shipment'],
    'sales.editor': ['sales.viewer'],
    'sales.manager': ['sales.editor'],
  },
  services: (container) => provide(container, DELIVERY, () => delivery),
  contributions: [
    contribute(STAFF_PARTS, 'parcels', staffParcels),
    contribute(SHOPPER_PARTS, 'parcels', shopperParcels),
    contribute(STORIES, 'parcels', { planShipment: planShipments }),
    ...contributeAll(ORDER_EMAILS, shipmentEmails),
    contribute(PERSONAL_DATA, 'fulfilment', parcelPersonalData, { order: 20 }),
  ],
  adminRoutes: shipmentRoutes,
  catchUp,
  checks,
  admin: {
    menu: [{ section: 'orders', resource: 'shipment', icon: 'box', order: 40 }],
    slots: [{ at: 'order.view.main', screen: 'fulfilment/parcels', order: 10, needs: 'get order' }],
  },
  store: { slots: [{ at: 'order.state', screen: 'fulfilment/parcels', order: 10 }] },
})
