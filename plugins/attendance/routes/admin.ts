import { AppError, f, message, NOT_FOUND, route, validationError } from 'stoa'
import { AttendanceView, PunchImport, Recalculation } from '../api-types.ts'
import { readAttendanceView } from '../services/attendance-view.ts'
import { importPunches } from '../services/import-punches.ts'
import { recalculateRange } from '../services/recalculate.ts'

export const adminRoutes = [
  route({
    on: 'POST /hr_punch/import_file',
    id: 'hr_punch.import_file',
    summary: 'Import a file of an attendance terminal: CSV with a header, or a log separated by tabs',
    description: 'Times are those of the employee’s clock. With `dry_run` it changes nothing. Importing a file twice adds nothing.',
    needs: 'get hr punch & import hr punch',
    fileFields: ['file'],
    maxFiles: 1,
    body: { dry_run: f.flag({ default: false }), use_states: f.flag({ default: false }) },
    response: PunchImport,
    run: ({ ctx, body, request }) => {
      const file = request.uploads?.get('file')
      if (!file) throw validationError({ file: message('core:rule.required') })
      return importPunches(ctx, file.bytes, { dryRun: body.dry_run, useStates: body.use_states })
    },
  }),
  route({
    on: 'GET /hr_attendance/:id/view',
    id: 'hr_attendance.view',
    summary: 'A day of attendance, with the punches and rules its figures come from',
    needs: 'get hr attendance',
    response: AttendanceView,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params }) => {
      await kernel.resources.get(ctx, 'hr_attendance', params.id)
      const view = await readAttendanceView(ctx, params.id)
      if (!view) throw new AppError(NOT_FOUND)
      return view
    },
  }),
  route({
    on: 'POST /hr_attendance/recalculate',
    id: 'hr_attendance.recalculate_range',
    summary: 'Compute the attendance of a range of days again',
    description: 'At most 62 days, for all employees the caller can see or for one. Locked days stay as they are.',
    needs: 'recalculate hr attendance',
    body: { from: f.date(), to: f.date(), employee_id: f.maybe(f.int({ min: 1, max: Number.MAX_SAFE_INTEGER })) },
    response: Recalculation,
    run: ({ ctx, body }) => recalculateRange(ctx, body),
  }),
]
