import { basic, defineResource, f, validationError, message } from 'stoa'

/** A shipping zone: a country, or areas of one. */
export const shippingZone = defineResource({
  name: 'shipping_zone',
  label: 'name',
  match: 'name',
  locked: true,
  sortBy: 'name',
  listStamps: false,
  fields: {
    name: f.text({ unique: true, list: true, sort: true, search: true }),
    country: f.text({ minLength: 3, maxLength: 3, list: true, filter: true, widget: 'country' }),
    areas: f.tags({ default: [], list: true, maxItems: 200 }),
  },
  hooks: {
    validate: ({ ctx, input }) => {
      if (input.country !== undefined && !ctx.kernel.settings.of(basic).supported_countries.includes(input.country))
        throw validationError({ country: message('shipping:error.country') })
    },
  },
})
