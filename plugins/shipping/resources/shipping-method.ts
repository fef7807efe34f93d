import { defineResource, f, validationError, parseMoney, message } from 'stoa'
import { kinds, measured, pickupKinds } from '../domain/cost.ts'
import { CARRIER_PRICES } from '../services/carrier-prices.ts'

/** One rate of a method: for a zone or everywhere, and for a range of the measure. */
export const shippingRate = defineResource({
  name: 'shipping_rate',
  verbs: [],
  label: 'from_value',
  fields: {
    shipping_method_id: f.one('shipping_method', { readOnly: true }),
    shipping_zone_id: f.maybe(f.one('shipping_zone')),
    from_value: f.decimal({ default: '0' }),
    to_value: f.maybe(f.decimal()),
    price: f.money(),
    per_extra: f.maybe(f.money()),
    order: f.int({ default: 0 }),
  },
  hooks: {
    validate: ({ input, old }) => {
      const { from_value: from, to_value: to } = { ...old, ...input }
      if (Number(from ?? 0) < 0) throw validationError({ from_value: message('shipping:error.range') })
      if (to && Number(to) <= Number(from ?? 0)) throw validationError({ to_value: message('shipping:error.range') })
    },
  },
})

/** A delivery method. Its type and its rates determine the cost. */
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
    kind: f.pick(kinds, { default: 'flat', list: true, filter: true }),
    price: f.money({ default: '0.00', list: true, showIf: { field: 'kind', in: ['flat', ...pickupKinds] } }),
    priced_by: f.maybe(f.key({ named: CARRIER_PRICES })),
    free_from: f.maybe(f.money({ list: true })),
    carrier_id: f.maybe(f.one('carrier', { filter: true })),
    rates: f.rows(shippingRate, { by: 'shipping_method_id', showIf: { field: 'kind', in: ['flat', ...measured] } }),
    not_for: f.many('product', { through: 'shipping_method_product' }),
    enabled: f.flag({ default: true, list: true, filter: true, inline: true, batch: true, group: 'side' }),
    order: f.int({ default: 0, list: true, sort: true, inline: true, group: 'side' }),
    min_order: f.maybe(f.money({ group: 'side' })),
    max_order: f.maybe(f.money({ group: 'side' })),
    lead_days_min: f.maybe(f.int({ min: 0, max: 365, group: 'side' })),
    lead_days_max: f.maybe(f.int({ min: 0, max: 365, group: 'side' })),
  },
  hooks: {
    validate: ({ ctx, input, old }) => {
      if (input.priced_by && !ctx.kernel.contributions(CARRIER_PRICES).has(input.priced_by))
        throw validationError({ priced_by: message('core:rule.choice') })
      const now = { ...old, ...input }
      const minor = (value: string | null | undefined) => (value === null || value === undefined ? null : parseMoney(value))
      if (now.kind === 'pickup_point' && !now.carrier_id) throw validationError({ carrier_id: message('core:rule.required') })
      const [least, most] = [minor(now.min_order), minor(now.max_order)]
      if (least !== null && most !== null && most < least) throw validationError({ max_order: message('shipping:error.range') })
      if ((now.lead_days_max ?? Infinity) < (now.lead_days_min ?? 0))
        throw validationError({ lead_days_max: message('shipping:error.range') })
    },
  },
})
