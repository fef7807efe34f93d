import { defineSettings, f, validationError, message } from 'stoa'
import { findExistingCategoryIds } from 'stoa/plugins/catalogue'

/** Settings of points: earning, value and expiry. */
export const pointRules = defineSettings({
  group: 'points',
  order: 57,
  area: 'marketing',
  icon: 'star',
  fields: {
    earn_rate: f.decimal({ default: '1', min: 0, max: 10_000 }),
    earn_on: f.pick(['completed', 'paid'], { default: 'completed' }),
    earn_from: f.money({ default: '0.00', min: 0 }),
    earn_not_for: f.many('category', { through: 'product_category' }),
    point_value: f.decimal({ default: '0.01', min: 0, max: 1_000, open: true }),
    most_percent: f.int({ default: 100, min: 1, max: 100 }),
    valid_months: f.int({ default: 12, min: 0, max: 120 }),
    remind_days: f.tags({ default: ['30', '7'], maxItems: 5 }),
  },
  check: async ({ db, next, old }) => {
    const added = next.earn_not_for.filter((id) => !old.earn_not_for.includes(id))
    if (added.length === 0) return
    const existingIds = new Set(await findExistingCategoryIds(db, added))
    if (added.some((id) => !existingIds.has(id))) throw validationError({ earn_not_for: message('core:rule.not_exists') })
  },
})
