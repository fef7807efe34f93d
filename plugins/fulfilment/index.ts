/** Public API of shipments for other plugins. */
export { shipment, shipmentLine } from './resources/shipment.ts'
