import { definePlugin, contribute } from 'stoa'
import { CARRIER_PRICES } from 'stoa/plugins/shipping'
import { parcelCo, parcelCoPrices } from './prices.ts'

export default definePlugin({
  id: 'parcel-co',
  requires: ['shipping'],
  settings: [parcelCo],
  contributions: [contribute(CARRIER_PRICES, 'parcel_co', parcelCoPrices)],
})
