import { defineResource, f } from 'stoa'
import { addSubstitutes } from '../services/add-substitutes.ts'
import { publishHolidays } from '../services/publish-holidays.ts'

/** A holiday calendar: the holidays of a region, and the days of the week on which its employees rest. */
export const hrHolidayCalendar = defineResource({
  name: 'hr_holiday_calendar',
  path: 'holiday/calendar',
  label: 'title',
  match: 'code',
  sortBy: 'code',
  locked: true,
  fields: {
    title: f.text({ localized: true, list: 1, sort: true, search: true, maxLength: 120 }),
    code: f.key({ unique: true, list: 2, sort: true, search: true, maxLength: 40 }),
    region: f.text({ default: '', list: 3, filter: true, maxLength: 10 }),
    rest_weekdays: f.weekdays({ default: [6, 7], list: 4 }),
    source: f.text({ default: '', maxLength: 500 }),
  },
  actions: {
    publish: { intent: 'success', confirm: true, run: (context) => publishHolidays(context, 'draft', 'publish') },
    unpublish: { intent: 'warning', confirm: true, run: (context) => publishHolidays(context, 'published', 'unpublish') },
    substitute: { confirm: true, run: addSubstitutes },
  },
})
