import { defineResource, f, sql, message } from 'stoa'
import { thresholdKinds } from '../domain/tiers.ts'

const fields = {
  title: f.text({ localized: true, list: 1, search: true, maxLength: 60 }),
  level: f.int({ min: 1, max: 100, unique: true, list: 2, sort: true }),
  benefits: f.maybe(f.rich({ localized: true, small: true })),
  threshold_kind: f.pick(thresholdKinds, { default: 'spend', list: 3, filter: true, group: 'way' }),
  threshold: f.decimal({ default: '0', min: 0, list: 4, sort: true, group: 'way' }),
  period_months: f.maybe(f.int({ min: 1, max: 120, group: 'way' })),
  valid_months: f.maybe(f.int({ min: 1, max: 120, group: 'way' })),
  discount_percent: f.percent({ default: '0', list: 5, group: 'gets' }),
  earn_multiplier: f.decimal({ default: '1', min: 0, max: 100, list: 6, group: 'gets' }),
  free_shipping_from: f.maybe(f.money({ min: 0, group: 'gets' })),
  birthday_points: f.int({ default: 0, min: 0, max: 1_000_000, group: 'gets' }),
  colour: f.colour({ default: '#4f7cac', group: 'side' }),
  enabled: f.flag({ default: true, list: 8, filter: true, inline: true, batch: true, group: 'side' }),
}

/** A membership tier: its threshold and its benefits. */
export const membership = defineResource({
  name: 'membership',
  label: 'title',
  match: 'level',
  enabledBy: 'enabled',
  sortBy: 'level',
  locked: true,
  fields,
  columns: {
    members: { field: f.int({ list: 7 }), read: () => sql`(select count(*) from loyalty_member m where m.membership_id = t.id)` },
  },
  hooks: {
    canDelete: async ({ tx, row }) => {
      const counted = await tx.one<{ n: number }>(sql`select count(*) as n from loyalty_member where membership_id = ${row.id}`)
      return counted && counted.n > 0 ? message('loyalty:error.tier_in_use', { count: counted.n }) : true
    },
  },
})
