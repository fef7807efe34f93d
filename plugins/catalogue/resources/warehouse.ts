import { defineResource, f } from '#core'

/** A place goods lie in. Lower priority numbers are sold from first. */
export const warehouse = defineResource({
  name: 'warehouse',
  label: 'name',
  match: 'code',
  locked: true,
  sortBy: 'priority',
  fields: {
    code: f.key({ unique: true, list: true, sort: true, search: true }),
    name: f.text({ list: true, sort: true, search: true }),
    contact_name: f.text({ default: '' }),
    phone: f.text({ default: '' }),
    email: f.text({ default: '' }),
    address: f.area({ default: '' }),
    enabled: f.flag({ default: true, list: true, filter: true, inline: true, group: 'side' }),
    priority: f.int({ default: 0, list: true, sort: true, inline: true, group: 'side' }),
    is_pickup: f.flag({ default: false, list: true, group: 'side' }),
  },
})
