import { f, locales, message, NOT_FOUND, route, validationError } from 'stoa'
import { HolidayImport } from '../api-types.ts'
import { importHolidays } from '../services/import-holidays.ts'

export const adminRoutes = [
  route({
    on: 'POST /hr_holiday_calendar/:id/import',
    id: 'hr_holiday_calendar.import_file',
    summary: 'Import a holiday file into a calendar: iCalendar, or the equivalent JSON of the Hong Kong government',
    description: 'Adds holidays as drafts and completes titles of existing ones, found by date. With `dry_run` it changes nothing.',
    needs: 'get hr holiday calendar & import hr holiday',
    fileFields: ['file'],
    maxFiles: 1,
    body: {
      language: f.pick(locales, { default: 'en-US' }),
      kind: f.pick(['statutory', 'general', 'company'], { default: 'general' }),
      dry_run: f.flag({ default: false }),
    },
    response: HolidayImport,
    errors: [NOT_FOUND],
    run: ({ ctx, params, body, request }) => {
      const file = request.uploads?.get('file')
      if (!file) throw validationError({ file: message('core:rule.required') })
      const { language, kind, dry_run } = body
      return importHolidays(ctx, params.id, file.bytes, { language, kind, dryRun: dry_run })
    },
  }),
]
