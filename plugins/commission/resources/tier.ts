import { defineResource, f } from 'stoa'

/** A range of what somebody sells in a settlement period, and its percentage. `amount_to` is not included; blank has no end. */
export const commissionTier = defineResource({
  name: 'commission_tier',
  verbs: [],
  label: 'percent',
  fields: {
    group_id: f.one('commission_group', { readOnly: true, sheet: false }),
    amount_from: f.money({ min: 0 }),
    amount_to: f.maybe(f.money({ min: 0 })),
    percent: f.percent({ min: 0, max: 100 }),
  },
})
