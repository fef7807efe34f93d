import { defineResource, f } from 'stoa'

/** A pickup point of a carrier: locker, counter or shop. Carriers publish lists, which can be imported. */
export const pickupPoint = defineResource({
  name: 'pickup_point',
  label: 'name',
  match: 'code',
  locked: true,
  sortBy: 'code',
  fields: {
    code: f.text({ unique: true, list: true, sort: true, search: true, maxLength: 60 }),
    name: f.text({ list: true, sort: true, search: true }),
    carrier_id: f.one('carrier', { list: true, filter: true }),
    area: f.text({ default: '', list: true, sort: true, search: true, maxLength: 120 }),
    address: f.area({ list: true, search: true, maxLength: 500 }),
    hours: f.text({ default: '', maxLength: 255 }),
    enabled: f.flag({ default: true, list: true, filter: true, inline: true, batch: true, group: 'side' }),
  },
})
