import { column, defineRecord, f } from 'stoa'

const fixed = { readOnly: true } as const

/** A check-in device, such as a phone. A disabled device gets no data and deletes what it stores. */
export const bookingDevice = defineRecord({
  name: 'booking_device',
  events: [],
  internal: { uuid: column('uuid') },
  path: 'booking/device',
  label: 'name',
  verbs: ['get', 'update'],
  sortBy: '-seen_at',
  locked: true,
  listStamps: false,
  fields: {
    name: f.text({ list: 1, search: true, maxLength: 60 }),
    account_id: f.maybe(f.one('account', { ...fixed, list: 2, filter: true })),
    seen_at: f.instant({ ...fixed, list: 3, sort: true }),
    enabled: f.flag({ default: true, list: 4, inline: true, filter: true }),
  },
})
