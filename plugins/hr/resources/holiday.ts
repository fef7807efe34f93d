import { defineResource, f } from 'stoa'

/** A holiday of a calendar. Drafts are not shown in the shared calendar. */
export const hrHoliday = defineResource({
  name: 'hr_holiday',
  path: 'holiday',
  label: 'title',
  sortBy: '-date',
  locked: true,
  listStamps: false,
  sheet: { key: ['calendar_id', 'date'] },
  fields: {
    calendar_id: f.one('hr_holiday_calendar', { list: 3, filter: true }),
    date: f.date({ list: 2, sort: true, filter: true }),
    title: f.text({ localized: true, list: 1, search: true, maxLength: 200 }),
    kind: f.pick(['statutory', 'general', 'company'], { default: 'general', list: 4, filter: true, batch: true }),
    paid: f.flag({ default: true, list: 5, filter: true, batch: true, inline: true }),
    half_day: f.pick(['none', 'am', 'pm'], { default: 'none', filter: true }),
    substitute_for_id: f.maybe(f.one('hr_holiday', { readOnly: true, unique: true, form: false, sheet: false })),
    status: f.pick(['draft', 'published'], { default: 'draft', readOnly: true, list: 6, filter: true }),
  },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      publish: { from: ['draft'], to: 'published', intent: 'success' },
      unpublish: { from: ['published'], to: 'draft', intent: 'warning' },
    },
  },
  transfer: { status: true, after: ['hr_holiday_calendar'] },
})
