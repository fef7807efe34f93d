import { defineResource, f, isTimeZone, message, validationError } from 'stoa'
import { resourceException, resourceHours } from './plan.ts'

/** A person or thing that an event needs, with one event at a time. Without hours it is always available. */
export const bookingResource = defineResource({
  name: 'booking_resource',
  path: 'booking/resource',
  label: 'name',
  match: 'name',
  enabledBy: 'enabled',
  sortBy: 'name',
  locked: true,
  fields: {
    name: f.text({ unique: true, list: 1, sort: true, search: true, maxLength: 120 }),
    kind: f.pick(['staff', 'room', 'equipment'], { default: 'staff', list: 2, filter: true }),
    account_id: f.maybe(f.one('account', { list: 3, filter: true, showIf: { field: 'kind', in: ['staff'] } })),
    hours: f.rows(resourceHours, { by: 'booking_resource_id' }),
    exceptions: f.rows(resourceException, { by: 'booking_resource_id' }),
    time_zone: f.maybe(f.text({ maxLength: 60, widget: 'time-zone', group: 'side' })),
    enabled: f.flag({ default: true, list: 4, filter: true, inline: true, group: 'side' }),
  },
  hooks: {
    validate: ({ input }) => {
      if (input.time_zone && !isTimeZone(input.time_zone)) throw validationError({ time_zone: message('core:rule.time_zone') })
    },
  },
})
