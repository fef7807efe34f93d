import { defineSettings, f, validationError, message } from 'stoa'
import { readPem } from './services/pem.ts'

/** What gateways need to know the shop by. The key is a secret: it is stored, used and told apart, never answered. */
export const paymentKeys = defineSettings({
  group: 'payment',
  order: 60,
  area: 'selling',
  icon: 'key',
  fields: { pem: f.maybe(f.sealed({ maxLength: 20_000 })) },
  check: ({ next }) => {
    if (next.pem && !readPem(next.pem)) throw validationError({ pem: message('payments:error.pem') })
  },
})
