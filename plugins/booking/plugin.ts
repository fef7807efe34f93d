import { scheduleJob, definePlugin, handleJob, contribute, contributeAll, PROOFS, sql, message } from 'stoa'
import { CALENDAR_SOURCES } from 'stoa/plugins/calendar'
import { MENU_TYPES, SITEMAP } from 'stoa/plugins/content'
import { CARDS } from 'stoa/plugins/desk'
import { NOTE_SUBJECTS } from 'stoa/plugins/notes'
import { ACTIVITY_EVENTS, PERSONAL_DATA, TIMELINE_SOURCES } from 'stoa/plugins/people'
import { REPORTS } from 'stoa/plugins/reports'
import { LINE_KINDS, SHOPPER_PARTS, OPEN_WORK } from 'stoa/plugins/sales'
import { checks } from './checks.ts'
import { proofs } from './cli/index.ts'
import { ahead } from './domain/statuses.ts'
import { booking } from './resources/booking.ts'
import { eventCategory } from './resources/category.ts'
import { event, refundStep } from './resources/event.ts'
import { eventException, eventHours, resourceException, resourceHours } from './resources/plan.ts'
import { formOfEvent, submissionOfBooking } from './resources/form-field.ts'
import { bookingResource } from './resources/resource.ts'
import { bookingSession } from './resources/session.ts'
import { bookingCheckin } from './resources/checkin.ts'
import { bookingFile } from './resources/file.ts'
import { bookingDevice } from './resources/device.ts'
import { bookingWaitlist } from './resources/waitlist.ts'
import { seedBookings } from './seed.ts'
import { bookingRules } from './settings.ts'
import { adminRoutes } from './routes/admin.ts'
import { ownFileRoutes, staffFileRoutes } from './routes/files.ts'
import { checkInRoutes } from './routes/check-in.ts'
import { documentRoutes } from './routes/documents.ts'
import { waitingRoutes } from './routes/waitlist.ts'
import { storeRoutes } from './routes/store.ts'
import { bookingsOnCalendar } from './services/calendar.ts'
import { completeOver, expireHolds, deleteOldHolds } from './services/expire.ts'
import { bookingPersonalData } from './services/personal-data.ts'
import { BOOKING_EMAIL, sendBookingEmail } from './services/emails.ts'
import { bookingLines } from './services/booking-lines.ts'
import { followMerge } from './services/merge.ts'
import { catchUpOrders, afterOrderPaid, afterOrderRefunded } from './services/orders.ts'
import { shownSql } from './services/pages.ts'
import { bookingReport } from './services/report.ts'
import { remindDue } from './services/remind.ts'
import { OFFER } from './services/waiting/job.ts'
import { offerDue, offerPlaces } from './services/waiting/offer.ts'
import { todayCard } from './services/today-card.ts'
import { bookingTimelineSource } from './services/timeline-source.ts'
import { shopperBookings } from './services/shopper-part.ts'

const all = (resource: string) => ['create', 'update', 'destroy'].map((verb) => `${verb} ${resource}`)
const describeActivity = (word: string) => ({ text: `booking:timeline.${word}`, of: booking, visibility: 'person' as const })

/** Bookable events, their times, and bookings. */
export default definePlugin({
  id: 'booking',
  requires: ['sales', 'people', 'documents', 'catalogue', 'payments'],
  after: ['content', 'calendar', 'notes', 'returns', 'forms', 'reports', 'desk'],
  resources: [
    eventCategory,
    event,
    eventHours,
    eventException,
    refundStep,
    bookingResource,
    resourceHours,
    resourceException,
    bookingSession,
    booking,
    bookingWaitlist,
    bookingFile,
    bookingDevice,
    bookingCheckin,
  ],
  settings: [bookingRules],
  extend: [formOfEvent, submissionOfBooking],
  permissions: ['create booking'],
  presets: {
    'booking.viewer': [
      'get event',
      'get event category',
      'get booking resource',
      'get booking session',
      'get booking',
      'get booking file',
      'get booking checkin',
    ],
    'booking.editor': ['booking.viewer', 'create booking', 'update booking'],
    'booking.manager': [
      'booking.editor',
      ...['event', 'event category', 'booking resource'].flatMap(all),
      'update booking session',
      'get booking device',
      'update booking device',
      'export booking checkin',
      'export booking waitlist',
      'export booking',
    ],
  },
  contributions: [
    ...contributeAll(PROOFS, proofs),
    contribute(LINE_KINDS, 'seat', bookingLines),
    contribute(SHOPPER_PARTS, 'bookings', shopperBookings),
    contribute(OPEN_WORK, 'booking', {
      isOpenSql: (order) =>
        sql`exists (select 1 from booking b where b.order_id = ${order} and b.status = any(${[...ahead]}) and b.ends_at > now())`,
      message: message('booking:error.ahead'),
    }),
    contribute(NOTE_SUBJECTS, 'booking', { of: booking, at: 'screen' }),
    contribute(CARDS, 'bookings_today', todayCard, { order: 80 }),
    contribute(CALENDAR_SOURCES, 'bookings', bookingsOnCalendar),
    contribute(REPORTS, 'bookings', bookingReport),
    contribute(PERSONAL_DATA, 'booking', bookingPersonalData, { order: 20 }),
    contribute(TIMELINE_SOURCES, 'booking', bookingTimelineSource),
    ...contributeAll(ACTIVITY_EVENTS, { 'booking.made': describeActivity('made'), 'booking.canceled': describeActivity('canceled') }),
    contribute(MENU_TYPES, 'appointment_category', {
      title: 'booking:menu.category',
      of: 'event_category',
      to: (url: string) => `/event/category/${url}`,
    }),
    contribute(SITEMAP, 'event', {
      prefix: '/event/detail/',
      rows: () => sql`select e.id, e.url, e.updated_at from event e left join event_category c on c.id = e.category_id where ${shownSql}`,
    }),
    contribute(SITEMAP, 'event_category', {
      prefix: '/event/category/',
      rows: () => sql`select id, url, updated_at from event_category where visibled`,
    }),
  ],
  adminRoutes: [...adminRoutes, ...checkInRoutes, ...staffFileRoutes],
  storeRoutes: [...storeRoutes, ...documentRoutes, ...waitingRoutes, ...ownFileRoutes],
  on: {
    'order.paid': ({ orderId }, ctx) => afterOrderPaid(ctx, orderId),
    'order.refunded': ({ orderId }, ctx) => afterOrderRefunded(ctx, orderId),
    'person.merged': (persons, ctx) => followMerge(ctx, persons),
  },
  jobs: [
    handleJob(BOOKING_EMAIL, (email, ctx) => sendBookingEmail(ctx, email)),
    handleJob(OFFER, async ({ session }, ctx) => void (await offerPlaces(ctx, session))),
    scheduleJob('booking/expire', '* * * * *', async (ctx) => {
      await expireHolds(ctx)
      await offerDue(ctx)
    }),
    scheduleJob('booking/remind', '*/5 * * * *', remindDue),
    scheduleJob('booking/complete', '12 * * * *', completeOver),
    scheduleJob('booking/forget', '40 4 * * *', async (ctx) => void (await deleteOldHolds(ctx))),
  ],
  catchUp: catchUpOrders,
  checks,
  seed: seedBookings,
  admin: {
    sections: [{ id: 'bookings', order: 75, icon: 'calendar' }],
    menu: [
      { section: 'bookings', resource: 'booking', icon: 'calendar', order: 10, queue: { status: 'pending,abnormal' } },
      {
        section: 'bookings',
        to: 'booking/history/scanner',
        label: 'booking:menu.scanner',
        needs: 'update booking',
        icon: 'barcode',
        order: 15,
      },
      { section: 'bookings', resource: 'event', icon: 'tag', order: 20 },
      { section: 'bookings', resource: 'booking_session', icon: 'history', order: 30 },
      { section: 'bookings', resource: 'booking_resource', icon: 'people', order: 40 },
      { section: 'bookings', resource: 'event_category', icon: 'layers', order: 50, under: 'event' },
      { section: 'bookings', resource: 'booking_waitlist', icon: 'time', order: 55, under: 'booking' },
      { section: 'bookings', resource: 'booking_checkin', icon: 'id-number', order: 60, under: 'booking' },
      { section: 'bookings', resource: 'booking_device', icon: 'mobile-phone', order: 70, area: 'bookings' },
    ],
    screens: [
      { path: 'booking/history/create', screen: 'booking/make', needs: 'create booking & get event' },
      { path: 'booking/history/scanner', screen: 'booking/scanner', needs: 'update booking' },
      { path: 'booking/history/$id', screen: 'booking/view', needs: 'get booking' },
    ],
    slots: [
      { at: 'booking.list.actions', screen: 'booking/list-actions', needs: 'get booking' },
      { at: 'event.form.main', screen: 'booking/misfits', needs: 'get event & get booking' },
      { at: 'event.form.head', screen: 'booking/to-shop', needs: 'get event' },
    ],
    tasks: [{ id: 'event', order: 95, to: 'booking/event/create', needs: 'create event', done: sql`exists (select 1 from event)` }],
  },
  store: {
    screens: [
      { path: '/event', screen: 'booking/events' },
      { path: '/event/category/$url', screen: 'booking/category' },
      { path: '/event/detail/success', screen: 'booking/success', crawl: false },
      { path: '/event/detail/$url', screen: 'booking/event' },
      { path: '/booking/detail/$url', screen: 'booking/manage', crawl: false },
      { path: '/booking/waiting', screen: 'booking/waiting', crawl: false },
      { path: '/booking/reschedule', screen: 'booking/manage', crawl: false },
      { path: '/booking/cancel', screen: 'booking/manage', crawl: false },
    ],
    slots: [
      { at: 'account.tab', screen: 'booking/account-bookings', order: 35 },
      { at: 'order.state', screen: 'booking/of-order', order: 5 },
    ],
  },
})
