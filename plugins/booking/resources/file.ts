import { defineResource, f } from 'stoa'

/** A file of a booking, uploaded by the customer or by staff. */
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
