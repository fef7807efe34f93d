import { defineResource, f } from 'stoa'
import { visibleReminderScope } from '../services/visibility.ts'

/** A reminder of a lead or a contact at a given time. It is saved together with its record. */
export const reminder = defineResource({
  name: 'reminder',
  table: 'crm_reminder',
  verbs: [],
  label: 'text',
  scope: visibleReminderScope,
  fields: {
    lead_id: f.maybe(f.one('lead', { readOnly: true, sheet: false })),
    contact_id: f.maybe(f.one('contact', { readOnly: true, sheet: false })),
    remind_at: f.instant(),
    text: f.text({ maxLength: 300 }),
    account_id: f.maybe(f.one('account')),
    done: f.flag({ default: false }),
    told_at: f.maybe(f.instant({ readOnly: true, sheet: false })),
  },
  hooks: {
    beforeValidate: ({ ctx, input, old }) => {
      if (!old && ctx.actor.kind === 'admin') input.account_id ??= ctx.actor.id
      // A changed time sends the reminder again.
      if (old && input.remind_at !== undefined && input.remind_at !== old.remind_at) input.told_at = null
    },
  },
})
