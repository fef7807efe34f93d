import { defineResource, f } from 'stoa'

/** A value of an option, such as red. */
export const optionValue = defineResource({
  name: 'option_value',
  verbs: [],
  label: 'code',
  fields: {
    product_option_id: f.one('product_option'),
    code: f.slug({ unique: true, maxLength: 60 }),
    label: f.text({ localized: true, missing: 'catalogue:error.option_values' }),
    order: f.int({ default: 0, readOnly: true }),
  },
})

/** An option of a product, such as colour. */
export const productOption = defineResource({
  name: 'product_option',
  verbs: [],
  label: 'key',
  fields: {
    product_id: f.one('product'),
    key: f.key({ unique: true }),
    label: f.text({ localized: true, missing: 'catalogue:error.option_names' }),
    order: f.int({ default: 0, readOnly: true }),
    values: f.rows(optionValue, { by: 'product_option_id' }),
  },
})

/** An image of a product. */
export const productImage = defineResource({
  name: 'product_image',
  verbs: [],
  label: 'path',
  match: 'path',
  fields: {
    product_id: f.one('product'),
    path: f.image(),
    alt: f.maybe(f.text({ localized: true, sheet: false })),
    order: f.int({ default: 0, readOnly: true }),
  },
})
