import { defineResource, f } from '#core'

/** A way to receive goods, at one price. */
export const shippingMethod = defineResource({
  name: 'shipping_method',
  path: 'shipping',
  label: 'title',
  match: 'code',
  locked: true,
  sortBy: 'order',
  fields: {
    title: f.text({ localized: true, list: true, search: true }),
    code: f.key({ unique: true, list: true, sort: true }),
    description: f.maybe(f.area({ localized: true })),
    price: f.money({ default: '0.00', list: true }),
    free_from: f.maybe(f.money({ list: true })),
    enabled: f.flag({ default: true, list: true, filter: true, inline: true, batch: true, group: 'side' }),
    order: f.int({ default: 0, list: true, sort: true, inline: true, group: 'side' }),
  },
})
