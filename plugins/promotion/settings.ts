import { defineSettings, f } from 'stoa'

/** Settings of promotions. */
export const promotionRules = defineSettings({
  group: 'promotion',
  order: 46,
  area: 'marketing',
  icon: 'tag',
  fields: { give_back_refunded: f.flag({ default: false }) },
})
