import { defineResource, f } from 'stoa'

/** POS limits of a role; without a row the settings apply. */
export const limit = defineResource({
  name: 'pos_limit',
  label: 'role_id',
  locked: true,
  listStamps: false,
  fields: {
    role_id: f.one('role', { unique: true, list: 1, filter: true }),
    most_off: f.percent({ default: '10', min: 0, max: 100, list: 2 }),
    most_back: f.money({ default: '1000.00', min: 0, list: 3 }),
  },
})
