import { defineResource, f } from 'stoa'

/** What makes a contract continuous from a date on: minutes a week, or minutes of four weeks. */
export const hrContinuityRule = defineResource({
  name: 'hr_continuity_rule',
  verbs: [],
  label: 'effective_from',
  fields: {
    structure_id: f.one('hr_pay_structure', { readOnly: true, sheet: false }),
    effective_from: f.date(),
    week_minutes: f.duration({ min: 1, max: 10_080 }),
    four_week_minutes: f.maybe(f.duration({ min: 1, max: 40_320 })),
    weeks: f.int({ default: 4, min: 1, max: 52 }),
    legal_source: f.text({ default: '', maxLength: 500 }),
  },
})
