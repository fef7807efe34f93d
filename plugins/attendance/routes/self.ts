import { type Ctx, f, getNetwork, idempotent, NOT_FOUND, rateLimit, route, t, WRONG_STATE } from 'stoa'
import { NO_EMPLOYEE_RECORD, requireOwnEmployee, SELF_SERVICE_OFF } from 'stoa/plugins/hr'
import { AttendanceView, OwnAttendance, OwnPunch, OwnRoster } from '../api-types.ts'
import { APPEAL_OPEN, ATTENDANCE_LOCKED } from '../errors.ts'
import { cancelOwnAppeal, submitAppeal } from '../services/own-appeals.ts'
import { getEmployeeZone, readOwnAttendance, readOwnDay, toOwnPunch } from '../services/own-attendance.ts'
import { recordOwnPunch } from '../services/record-punch.ts'
import { readOwnRoster } from '../services/roster/own-roster.ts'

const errors = [SELF_SERVICE_OFF, NO_EMPLOYEE_RECORD] as const
const getScope = ({ actor }: Ctx): string => (actor.kind === 'admin' ? `my ${actor.id}` : 'my')

/** Routes of employees about their own attendance. */
export const selfRoutes = [
  route({
    on: 'POST /my/punch',
    id: 'my.punch',
    summary: 'Punch in or out, now',
    description: 'Two punches within the seconds of the setting are one: the answer is then the first. A position is optional.',
    open: 'signed-in',
    idempotent: true,
    body: {
      direction: f.pick(['in', 'out', 'auto'], { default: 'auto' }),
      lat: f.maybe(f.decimal({ min: -90, max: 90 })),
      lng: f.maybe(f.decimal({ min: -180, max: 180 })),
      accuracy_m: f.maybe(f.int({ min: 0, max: 10_000_000 })),
    },
    response: OwnPunch,
    status: 201,
    errors,
    admit: ({ kernel, ctx }) => rateLimit(kernel.db, `punch ${getScope(ctx)}`, { max: 30, seconds: 60 }),
    run: async ({ kernel, ctx, body, idempotencyKey, request }) => {
      const employee = await requireOwnEmployee(ctx)
      const punch = await kernel.transaction((tx) =>
        idempotent(tx, `punch ${employee.id}`, idempotencyKey, body, () =>
          recordOwnPunch(ctx, tx, { ...body, ip: getNetwork(request.ip) }),
        ),
      )
      return toOwnPunch(punch, await getEmployeeZone(ctx, employee))
    },
  }),
  route({
    on: 'GET /my/attendance',
    id: 'my.attendance',
    summary: 'The attendance of the caller in a month, and the punches of today',
    open: 'signed-in',
    query: { month: f.maybe(f.date()) },
    response: OwnAttendance,
    errors,
    run: ({ ctx, query }) => readOwnAttendance(ctx, query.month?.slice(0, 7) ?? null),
  }),
  route({
    on: 'GET /my/roster',
    id: 'my.roster',
    summary: 'The published shifts of the caller in this week and the next',
    open: 'signed-in',
    response: OwnRoster,
    errors,
    run: ({ ctx }) => readOwnRoster(ctx),
  }),
  route({
    on: 'GET /my/attendance/:id',
    id: 'my.attendance_day',
    summary: 'A day of the caller, with the punches and rules its figures come from',
    open: 'signed-in',
    response: AttendanceView,
    errors: [...errors, NOT_FOUND],
    run: ({ ctx, params }) => readOwnDay(ctx, params.id),
  }),
  route({
    on: 'POST /my/attendance/:id/appeal',
    id: 'my.appeal',
    summary: 'Appeal against a day of the caller',
    description:
      'Names the right times on the clock of the employee, or `present` where the times are right and the day is not. One appeal of a day can be open. Accepts a file `document`, of a picture or a PDF.',
    open: 'signed-in',
    idempotent: true,
    fileFields: ['document'],
    maxFiles: 1,
    body: {
      reason: f.area({ maxLength: 1_000 }),
      in_time: f.maybe(f.time()),
      out_time: f.maybe(f.time()),
      requested_status: f.maybe(f.pick(['present'])),
    },
    response: AttendanceView,
    status: 201,
    errors: [...errors, NOT_FOUND, ATTENDANCE_LOCKED, APPEAL_OPEN],
    run: async ({ ctx, params, body, request, idempotencyKey: key }) => {
      await submitAppeal(ctx, params.id, body, { file: request.uploads?.get('document'), key })
      return readOwnDay(ctx, params.id)
    },
  }),
  route({
    on: 'POST /my/appeal/:id/cancel',
    id: 'my.cancel_appeal',
    summary: 'Cancel an open appeal of the caller',
    open: 'signed-in',
    response: t.object({ id: t.id() }),
    errors: [...errors, NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params }) => {
      await kernel.transaction((tx) => cancelOwnAppeal(ctx, tx, params.id))
      return { id: params.id }
    },
  }),
]
