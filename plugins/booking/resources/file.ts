import { defineResource, f } from 'stoa'

/** A file that goes with a booking: brought by whoever comes, or put there for them by staff. */
export const bookingFile = defineResource({
  name: 'booking_file',
  verbs: ['get'],
  label: 'name',
  audit: false,
  fields: {
    booking_id: f.one('booking'),
    name: f.text({ default: '', list: 1 }),
    path: f.text({ default: '' }),
    size: f.int({ default: 0, list: 2 }),
    brought_by: f.pick(['customer', 'staff'], { list: 3 }),
    file: f.maybe(f.privateFile({ list: 4 })),
  },
})
