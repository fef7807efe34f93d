import { contribute, definePlugin, extendResource, handleJob, scheduleJob, systemCtx, type Tx } from 'stoa'
import { CALENDAR_SOURCES } from 'stoa/plugins/calendar'
import { CARDS, createRecordsCard } from 'stoa/plugins/desk'
import { ABSENCE_SOURCES, hrEmployee, hrHoliday } from 'stoa/plugins/hr'
import { NOTE_SUBJECTS, NOTICE_KINDS } from 'stoa/plugins/notes'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { checks } from './checks.ts'
import { ACCRUE, REPAIR, REPAIR_DATE, REPAIR_EMPLOYEE } from './jobs.ts'
import { hrLeaveAdjustment } from './resources/adjustment.ts'
import { hrLeave } from './resources/leave.ts'
import { hrLeaveScale } from './resources/leave-scale.ts'
import { hrLeaveType } from './resources/leave-type.ts'
import { hrLeaveLedger } from './resources/ledger.ts'
import { hrLeaveOpening } from './resources/opening.ts'
import { adminRoutes } from './routes/admin.ts'
import { ownRoutes } from './routes/own.ts'
import { ownDraftRoutes } from './routes/own-draft.ts'
import { seedLeave } from './seed.ts'
import { leaveAbsences } from './services/absence-source.ts'
import { accrueLeave } from './services/accrue-leave.ts'
import { absencesOnCalendar, SEE_ABSENCE, SEE_KIND } from './services/calendar-source.ts'
import { outcomes, REQUESTED, toNoticeKind } from './services/notices.ts'
import { leavePersonalData } from './services/personal-data.ts'
import { type CalendarDate, repairDate, repairEmployee, repairLeaves, repairRecentHolidays } from './services/repair-holidays.ts'
import { leaveSettings } from './settings.ts'

const enqueueDate = (tx: Tx, { calendar_id, date }: CalendarDate) => tx.enqueue(REPAIR_DATE, { calendar_id, date })

const typeVerbs = ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export', 'accrue']

/**
 * A holiday that is published, or changed while it is published, may fall into approved leaves. One that is unpublished, moved or deleted
 * frees its date no longer.
 */
const holidayRepairs = extendResource(hrHoliday, {
  hooks: {
    afterTransition: ({ tx, row, action }) => {
      if (action === 'publish') tx.enqueue(REPAIR, { holiday_id: row.id })
      else if (action === 'unpublish') enqueueDate(tx, row)
    },
    afterSaveMany: (saved) => {
      for (const { tx, id, old, input } of saved) {
        if (old?.status !== 'published') continue
        tx.enqueue(REPAIR, { holiday_id: id })
        const { date, calendar_id } = { ...old, ...input }
        if (date !== old.date || calendar_id !== old.calendar_id) enqueueDate(tx, old)
      }
    },
    afterDelete: ({ tx, row }) => {
      if (row.status === 'published') enqueueDate(tx, row)
    },
  },
})

/** The leave of an employee who gets another holiday calendar may contain holidays that it did not contain before, and the other way round. */
const calendarRepairs = extendResource(hrEmployee, {
  hooks: {
    afterSaveMany: (saved) => {
      for (const { tx, id, old, input } of saved)
        if (old && input.holiday_calendar_id !== undefined && input.holiday_calendar_id !== old.holiday_calendar_id)
          tx.enqueue(REPAIR_EMPLOYEE, { employee_id: id })
    },
  },
})

/** Leave types, ledger, requests and balances. */
export default definePlugin({
  id: 'leave',
  requires: ['hr', 'documents'],
  after: ['calendar', 'notes', 'approvals', 'people', 'desk'],
  settings: [leaveSettings],
  resources: [hrLeaveType, hrLeaveScale, hrLeave, hrLeaveLedger, hrLeaveOpening, hrLeaveAdjustment],
  extend: [holidayRepairs, calendarRepairs],
  permissions: ['adjust hr leave balance', 'request hr leave', SEE_ABSENCE, SEE_KIND],
  presets: {
    'leave.colleague': [SEE_ABSENCE],
    'leave.viewer': ['leave.colleague', 'get hr leave', 'get hr leave type', 'get hr leave ledger', 'get hr leave adjustment'],
    'leave.approver': ['leave.viewer', SEE_KIND, 'endorse hr leave', 'approve hr leave', 'reject hr leave'],
    'leave.manager': [
      'leave.approver',
      'see all hr employee',
      'get hr employee',
      'cancel hr leave',
      'request hr leave',
      'export hr leave',
      'adjust hr leave balance',
      'export hr leave ledger',
      'export hr leave adjustment',
      ...['get', 'import', 'export'].map((verb) => `${verb} hr leave opening`),
      ...typeVerbs.map((verb) => `${verb} hr leave type`),
    ],
  },
  contributions: [
    contribute(ABSENCE_SOURCES, 'leave', leaveAbsences),
    contribute(CALENDAR_SOURCES, 'away', absencesOnCalendar),
    contribute(
      CARDS,
      'leave',
      createRecordsCard(hrLeave, { title: 'leave:card.pending', empty: 'leave:card.none', filter: { status: 'pending' } }),
      { order: 110 },
    ),
    contribute(PERSONAL_DATA, 'leave', leavePersonalData, { order: 10 }),
    contribute(NOTE_SUBJECTS, 'hr_leave', { of: hrLeave, at: 'screen' }),
    contribute(NOTICE_KINDS, REQUESTED, { text: 'leave:notice.requested' }),
    ...outcomes.map((outcome) => contribute(NOTICE_KINDS, toNoticeKind(outcome), { text: `leave:notice.${outcome}` })),
  ],
  adminRoutes: [...adminRoutes, ...ownRoutes, ...ownDraftRoutes],
  jobs: [
    handleJob(ACCRUE, ({ type_id }, ctx) => accrueLeave(ctx, type_id)),
    handleJob(REPAIR, ({ holiday_id }, ctx) => repairLeaves(ctx, holiday_id)),
    handleJob(REPAIR_DATE, (day, ctx) => repairDate(ctx, day)),
    handleJob(REPAIR_EMPLOYEE, ({ employee_id }, ctx) => repairEmployee(ctx, employee_id)),
    // Employees may be in other time zones than the shop, where the day begins earlier or later.
    scheduleJob('leave/daily', '12 */3 * * *', async ({ kernel }) => {
      const ctx = systemCtx(kernel, 'leave')
      await repairRecentHolidays(ctx)
      await accrueLeave(ctx)
    }),
  ],
  checks,
  seed: seedLeave,
  admin: {
    menu: [
      { section: 'team', resource: 'hr_leave', icon: 'calendar', order: 30, queue: { status: 'pending' } },
      {
        section: 'team',
        to: 'leave/balance',
        label: 'leave:menu.balances',
        needs: 'get hr leave ledger',
        icon: 'calendar',
        order: 31,
        under: 'hr_leave',
      },
      { section: 'team', resource: 'hr_leave_type', icon: 'list', order: 32, under: 'hr_leave' },
      { section: 'team', resource: 'hr_leave_ledger', icon: 'list', order: 33, under: 'hr_leave' },
      { section: 'team', resource: 'hr_leave_adjustment', icon: 'calendar', order: 34, under: 'hr_leave', queue: { status: 'pending' } },
      { section: 'team', resource: 'hr_leave_opening', icon: 'upload', order: 35, under: 'hr_leave' },
    ],
    screens: [
      { path: 'leave/view/{id}', screen: 'leave/leave-view', needs: 'get hr leave' },
      { path: 'leave/balance', screen: 'leave/balances', needs: 'get hr leave ledger' },
      { path: 'my-leaves', screen: 'leave/my-leaves', open: true },
      { path: 'my-leave/create', screen: 'leave/take-day-off', open: true },
      { path: 'my-leave/view/{id}', screen: 'leave/my-leave', open: true },
    ],
    slots: [{ at: 'my-work', screen: 'leave/my-work-card', order: 20 }],
  },
})
