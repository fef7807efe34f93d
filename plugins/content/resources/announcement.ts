import { defineResource, f } from 'stoa'
import { endsAt, startsAt, title } from './shared.ts'

/** A message to staff, customers or both, shown while it is published and within its period. */
export const announcement = defineResource({
  name: 'announcement',
  locked: true,
  fields: {
    title,
    status: f.pick(['draft', 'published', 'disabled'], { default: 'draft', readOnly: true, list: true, filter: true, widget: 'status' }),
    content: f.rich({ localized: true }),
    audience: f.pick(['staff', 'customers', 'both'], { default: 'both', list: true, filter: true, group: 'side' }),
    roles: f.many('role', { through: 'announcement_role', group: 'side', showIf: { field: 'audience', in: ['staff', 'both'] } }),
    starts_at: startsAt,
    ends_at: endsAt,
    pinned: f.flag({ default: false, list: true, filter: true, inline: true, batch: true, group: 'side' }),
    dismissible: f.flag({ default: true, inline: true, batch: true, group: 'side' }),
  },
  transfer: { status: true },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      publish: { from: ['draft', 'disabled'], to: 'published', intent: 'success' },
      disable: { from: ['published'], to: 'disabled', intent: 'danger' },
    },
  },
})
