/** What other plugins may use of parcels. */
export { shipment, shipmentLine } from './resources/shipment.ts'
