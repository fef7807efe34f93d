import { defineSettings, f } from 'stoa'

/** Limits on the places a visitor may hold. */
export const bookingRules = defineSettings({
  group: 'booking',
  order: 57,
  area: 'bookings',
  icon: 'calendar',
  fields: {
    held_per_browser: f.int({ default: 8, min: 0, max: 10_000 }),
    held_per_network: f.int({ default: 40, min: 0, max: 100_000 }),
    free_ahead_per_address: f.int({ default: 5, min: 0, max: 10_000 }),
    free_ahead_per_network: f.int({ default: 60, min: 0, max: 100_000 }),
  },
})
