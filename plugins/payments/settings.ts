import { defineSettings, f, validationError, message } from 'stoa'
import { parsePem } from './services/pem.ts'

/** Key or certificate that identifies the shop to gateways. It is a secret: encrypted at rest and never part of a response. */
export const paymentKeys = defineSettings({
  group: 'payment',
  order: 60,
  area: 'selling',
  icon: 'key',
  fields: { pem: f.maybe(f.sealed({ maxLength: 20_000 })) },
  check: ({ next }) => {
    if (next.pem && !parsePem(next.pem)) throw validationError({ pem: message('payments:error.pem') })
  },
})
