import { defineResource, f, invalid, text } from '#core'

/** Who earns how much of what a product brings in. */
export const productCommission = defineResource({
  name: 'product_commission',
  verbs: [],
  label: 'name',
  match: 'name',
  fields: {
    product_id: f.one('product'),
    name: f.text({ maxLength: 120 }),
    percentage: f.decimal({ min: 0, max: 100 }),
    order: f.int({ default: 0, readOnly: true, sheet: false }),
  },
  hooks: {
    prepare: ({ input }) => {
      if (input.percentage === undefined) return
      const given = String(input.percentage)
      if (!/^\d+(\.\d{1,2})?$/.test(given)) throw invalid({ percentage: text('catalogue:error.percentage') })
      // As it is read back, so that the same percentage is no change.
      input.percentage = String(Number(given))
    },
  },
})
