import { defineSettings, f } from 'stoa'

/** How long a request waits before those who can decide are reminded. */
export const approvalRules = defineSettings({
  group: 'approvals',
  order: 38,
  area: 'team',
  icon: 'endorsed',
  fields: { remind_after_days: f.int({ default: 2, min: 0, max: 90 }) },
})
