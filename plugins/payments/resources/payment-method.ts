import { defineResource, f } from '#core'
import { providerNames } from '../services/providers.ts'

/** A way to pay, offered at checkout while it is enabled. */
export const paymentMethod = defineResource({
  name: 'payment_method',
  path: 'payment',
  label: 'title',
  match: 'code',
  locked: true,
  sortBy: 'order',
  fields: {
    title: f.text({ localized: true, list: true, search: true }),
    code: f.key({ unique: true, list: true, sort: true }),
    provider: f.pick(providerNames, { default: 'offline', list: true, filter: true }),
    instructions: f.maybe(f.rich({ localized: true })),
    enabled: f.flag({ default: true, list: true, filter: true, inline: true, batch: true, group: 'side' }),
    order: f.int({ default: 0, list: true, sort: true, inline: true, group: 'side' }),
    hold_minutes: f.int({ default: 4_320, min: 5, max: 43_200, group: 'side' }),
  },
})
