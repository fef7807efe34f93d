import { defineResource, f } from '#core'

/** Who earns how much of what a product brings in. */
export const productCommission = defineResource({
  name: 'product_commission',
  verbs: [],
  label: 'name',
  match: 'name',
  fields: {
    product_id: f.one('product'),
    name: f.text({ maxLength: 120 }),
    percentage: f.percent(),
    order: f.int({ default: 0, readOnly: true, sheet: false }),
  },
})
