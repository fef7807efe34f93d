import { defineResource, f } from 'stoa'

/** A site where employees punch. A punch outside the radius of all sites is stored and marked. */
export const hrSite = defineResource({
  name: 'hr_site',
  path: 'attendance/site',
  label: 'name',
  match: 'name',
  enabledBy: 'enabled',
  sortBy: 'name',
  locked: true,
  fields: {
    name: f.text({ unique: true, list: 1, sort: true, search: true, maxLength: 120 }),
    latitude: f.decimal({ min: -90, max: 90, list: 2 }),
    longitude: f.decimal({ min: -180, max: 180, list: 3 }),
    radius_m: f.int({ default: 150, min: 10, max: 100_000, list: 4 }),
    enabled: f.flag({ default: true, list: 5, filter: true, inline: true, group: 'side' }),
  },
})
