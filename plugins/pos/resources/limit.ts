import { defineResource, f } from 'stoa'

/** How far a role may go at the counter without anybody else; what no row says, the settings say. */
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
