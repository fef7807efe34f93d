import { defineSettings, f } from 'stoa'

/** Age of a pending request at which deciders are reminded. */
export const approvalRules = defineSettings({
  group: 'approvals',
  order: 38,
  area: 'team',
  icon: 'endorsed',
  fields: { remind_after_days: f.int({ default: 2, min: 0, max: 90 }) },
})
