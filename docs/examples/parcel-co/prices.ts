import { defineSettings, f, outgoing } from 'stoa'
import type { CarrierPrices } from 'stoa/plugins/shipping'

/** Where the API of the carrier is, and the key of the shop. */
export const parcelCo = defineSettings({
  group: 'parcel_co',
  order: 61,
  area: 'selling',
  icon: 'truck',
  fields: { url: f.maybe(f.url({ guards: ['key'] })), key: f.maybe(f.sealed({ maxLength: 200 })) },
})

/** Reads the price of a parcel from the carrier. */
export const parcelCoPrices: CarrierPrices = {
  title: 'parcel-co:carrier',
  validMinutes: 15,
  price: async ({ kernel }, { country, area, weight, pieces, subtotal }, signal) => {
    const { url, key } = kernel.settings.of(parcelCo)
    const response = await outgoing(kernel.config)(`${url}/rates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to: { country, area }, grams: weight, pieces, insured_cents: subtotal }),
      signal,
    })
    if (response.status === 404) return undefined // no delivery to this address
    if (!response.ok) throw new Error(`the carrier answered ${response.status}`)
    const { cents } = (await response.json()) as { cents: number }
    return cents
  },
}
