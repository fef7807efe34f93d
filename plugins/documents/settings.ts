import { defineSettings, f } from 'stoa'

/** Settings of the letterhead. */
export const letterhead = defineSettings({
  group: 'letterhead',
  order: 35,
  area: 'store',
  icon: 'document',
  fields: {
    business_name: f.maybe(f.text({ localized: true, maxLength: 120 })),
    address: f.maybe(f.area({ localized: true, maxLength: 500 })),
    contact: f.maybe(f.text({ maxLength: 200 })),
    footnote: f.maybe(f.area({ localized: true, maxLength: 500 })),
  },
})
