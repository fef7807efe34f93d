import { scheduleJob, definePlugin, handleJob, contribute, contributeAll, sql, message } from 'stoa'
import { MENU_TYPES, SITEMAP } from 'stoa/plugins/content'
import { NOTE_SUBJECTS, NOTICE_KINDS } from 'stoa/plugins/notes'
import { ACTIVITY_EVENTS, PERSONAL_DATA, TIMELINE_SOURCES } from 'stoa/plugins/people'
import { LINE_KINDS, OPEN_WORK } from 'stoa/plugins/sales'
import { checks } from './checks.ts'
import { working } from './domain/statuses.ts'
import { application } from './resources/application.ts'
import { applicationFile } from './resources/file.ts'
import { applicationsOfProduct } from './resources/product-extension.ts'
import { adminRoutes } from './routes/admin.ts'
import { fileRoutes } from './routes/files.ts'
import { storeRoutes } from './routes/store.ts'
import { seedApplications } from './seed.ts'
import { applicationPersonalData } from './services/personal-data.ts'
import { FILES_EMAIL, sendFilesEmail } from './services/files-email.ts'
import { APPLICATION_EMAIL, sendApplicationEmail } from './services/emails.ts'
import { applicationLines } from './services/line.ts'
import { followMerge } from './services/merge.ts'
import { offeredPagesSql } from './services/services.ts'
import { catchUpOrders, dropApplications, paid, refunded } from './services/orders.ts'
import { forgetBegun, remindOfWaiting, WAITING } from './services/remind.ts'
import { applicationTimelineSource, activityEvents } from './services/timeline-source.ts'
import { applicationRules } from './settings.ts'

/** Services with an application form: approval, payment and completion. */
export default definePlugin({
  id: 'service',
  requires: ['catalogue', 'sales', 'people', 'forms', 'documents'],
  after: ['content', 'notes'],
  settings: [applicationRules],
  resources: [application, applicationFile],
  extend: [applicationsOfProduct],
  presets: {
    'service.viewer': ['get application', 'get application file'],
    'service.editor': ['service.viewer', 'update application'],
    'service.manager': ['service.editor', 'export application'],
  },
  contributions: [
    contribute(LINE_KINDS, 'application', applicationLines),
    contribute(OPEN_WORK, 'application', {
      isOpenSql: (order) => sql`exists (select from application a where a.order_id = ${order} and a.status = any(${[...working]}))`,
      message: message('service:error.open'),
    }),
    contribute(NOTE_SUBJECTS, 'application', { of: application, at: 'screen' }),
    contribute(NOTICE_KINDS, WAITING, { text: 'service:notice.waiting' }),
    contribute(PERSONAL_DATA, 'service', applicationPersonalData, { order: 20 }),
    contribute(TIMELINE_SOURCES, 'application', applicationTimelineSource),
    ...contributeAll(
      ACTIVITY_EVENTS,
      Object.fromEntries(
        activityEvents.map((activityEvent) => [
          activityEvent,
          { text: `service:timeline.${activityEvent.split('.')[1] ?? ''}`, of: application, visibility: 'person' as const },
        ]),
      ),
    ),
    contribute(MENU_TYPES, 'service', { title: 'service:menu.services', fixed: 'services', to: () => '/service' }),
    contribute(SITEMAP, 'service', { prefix: '/service/', rows: offeredPagesSql }),
  ],
  adminRoutes: [...adminRoutes, ...fileRoutes],
  storeRoutes,
  on: {
    'order.paid': ({ orderId }, ctx) => paid(ctx, orderId),
    'order.canceled': ({ orderId }, ctx) => dropApplications(ctx, orderId),
    'order.refunded': ({ orderId }, ctx) => refunded(ctx, orderId),
    'person.merged': (persons, ctx) => followMerge(ctx, persons),
  },
  jobs: [
    handleJob(APPLICATION_EMAIL, (email, ctx) => sendApplicationEmail(ctx, email)),
    handleJob(FILES_EMAIL, (email, ctx) => sendFilesEmail(ctx, email)),
    scheduleJob('service/remind', '20 9 * * *', remindOfWaiting),
    scheduleJob('service/forget', '50 4 * * *', forgetBegun),
  ],
  catchUp: catchUpOrders,
  checks,
  seed: seedApplications,
  admin: {
    menu: [
      { section: 'orders', resource: 'application', icon: 'briefcase', order: 12, queue: { status: 'pending,paid,abnormal' } },
      {
        section: 'catalogue',
        to: 'application-product',
        label: 'service:menu.application_product',
        needs: 'get product & get application',
        icon: 'briefcase',
        order: 15,
      },
    ],
    screens: [
      { path: 'service/$id', screen: 'service/view', needs: 'get application' },
      { path: 'application-product', screen: 'service/products', needs: 'get product & get application' },
      { path: 'application-product/create', screen: 'service/product-create', needs: 'get product & get application & create product' },
      { path: 'application-product/edit/{id}', screen: 'service/product-edit', needs: 'get product & get application' },
    ],
  },
  store: {
    screens: [
      { path: '/service', screen: 'service/list' },
      { path: '/services', screen: 'service/list' },
      { path: '/service/application/$number', screen: 'service/application', crawl: false },
      { path: '/service/$url', screen: 'service/page' },
    ],
    slots: [
      { at: 'account.tab', screen: 'service/account-applications', order: 40 },
      { at: 'layout.apply', screen: 'service/apply-link' },
    ],
  },
})
