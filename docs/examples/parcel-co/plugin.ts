import { definePlugin, offer } from 'stoa'
import { CARRIER_PRICES } from 'stoa/plugins/shipping'
import { parcelCo, parcelCoPrices } from './prices.ts'

export default definePlugin({
  id: 'parcel-co',
  requires: ['shipping'],
  settings: [parcelCo],
  offers: [offer(CARRIER_PRICES, 'parcel_co', parcelCoPrices)],
})
