/** Public exports of this plugin. */
export { isPickupKind, type Parcel } from './domain/cost.ts'
export { CARRIER_PRICES, type CarrierPrices } from './services/carrier-prices.ts'
export { collectedSql } from './services/places.ts'
export { SHIPPING, type Shipping, type ShippingOption } from './services/shipping.ts'
export { PickupPlace } from './api-types.ts'
export type { PickupPlaces } from './api-types.ts'
