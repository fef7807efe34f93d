import { definePlugin, extendResource, f, contribute } from 'stoa'
import { PROVIDERS } from 'stoa/plugins/payments'
import { myBank } from './adapter.ts'

const showIf = { field: 'provider', in: ['my_bank'] }

export default definePlugin({
  id: 'my-bank',
  requires: ['payments'],
  extend: [
    extendResource('payment_method', {
      fields: {
        my_bank_url: f.maybe(f.url({ group: 'gateway', showIf, guards: ['my_bank_key'] })),
        my_bank_key: f.maybe(f.sealed({ maxLength: 4_000, group: 'gateway', showIf })),
      },
    }),
  ],
  contributions: [contribute(PROVIDERS, 'my_bank', myBank)],
})
