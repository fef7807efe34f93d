import { scheduleJob, COMMANDS, definePlugin, handleJob, contribute, contributeAll, PAGE_SOURCES, provide, sql } from 'stoa'
import { CARDS } from 'stoa/plugins/desk'
import { NOTE_SUBJECTS } from 'stoa/plugins/notes'
import { commands } from './cli/index.ts'
import { checks } from './checks.ts'
import { ADDRESSES, addresses } from './services/addresses.ts'
import { customerGroup } from './resources/customer-group.ts'
import { customer } from './resources/customer.ts'
import { smsMessage } from './resources/sms-message.ts'
import { person } from './resources/person.ts'
import { accountRoutes } from './routes/account.ts'
import { checkRoutes } from './routes/check.ts'
import { consentRoutes } from './routes/consent.ts'
import { CONSENT_MAIL, sendConsentMail } from './services/consent-mail.ts'
import { smsAdminRoutes, smsRoutes } from './routes/sms.ts'
import { AUDIENCES } from './services/audiences.ts'
import { customerAudience } from './services/customer-audience.ts'
import { consentRecord } from './resources/consent.ts'
import { topic } from './resources/topic.ts'
import { personRoutes } from './routes/person.ts'
import { CONSENT, consent } from './services/consent.ts'
import { ownActivityEvents } from './services/own-activity-events.ts'
import { ownTimelineSources } from './services/own-timeline-sources.ts'
import { TIMELINE_SOURCES } from './services/timeline-source.ts'
import { accountRole, PERSON_ROLES } from './services/person-roles.ts'
import { PERSONAL_DATA } from './services/personal-data-handler.ts'
import { newCustomersCard } from './services/new-customers-card.ts'
import { deliverMissedEvents } from './services/missed-events.ts'
import { commentsPersonalData } from './services/comments-personal-data.ts'
import { ownPersonalData } from './services/own-personal-data.ts'
import { ACTIVITY_EVENTS, TIMELINE, timeline } from './services/timeline.ts'
import { emailRoutes, resendVerification, VERIFY_MAIL } from './routes/email.ts'
import { phoneRoutes } from './routes/phone.ts'
import { socialRoutes } from './routes/social.ts'
import { CAPTCHA, captcha } from './services/captcha.ts'
import { captchaSources } from './services/page-sources.ts'
import { SEND_CODE, sendCode } from './services/codes.ts'
import { deliverSms, SEND_SMS, SMS, smsService } from './services/sms.ts'
import { resetRoutes } from './routes/reset.ts'
import { sessionRoutes } from './routes/session.ts'
import { facebook, recaptcha, sms } from './settings.ts'
import { RESET_MAIL, sendResetEmail } from './services/reset.ts'
import { DIRECTORY, directory } from './services/directory.ts'
import { seedPeople } from './seed.ts'

export default definePlugin({
  id: 'people',
  after: ['notes', 'desk'],
  activeSessionSql: sql`exists (select 1 from customer h where h.id = s.subject_id and h.enabled)`,
  settings: [facebook, recaptcha, sms],
  resources: [customer, customerGroup, person, smsMessage, topic, consentRecord],
  presets: {
    'people.viewer': ['get customer', 'get customer group', 'get person'],
    'people.editor': [
      'people.viewer',
      'create customer',
      'update customer',
      'destroy customer',
      'batch update customer',
      'batch destroy customer',
      'import customer',
      'export customer',
      'invite customer',
      'create customer group',
      'update customer group',
      'destroy customer group',
    ],
    'people.manager': [
      'people.editor',
      'get consent',
      'create consent',
      'import consent',
      'export consent',
      'get topic',
      'create topic',
      'update topic',
      'destroy topic',
      'get sms message',
      'export person',
      'merge person',
      'erase person',
    ],
  },
  extensionPoints: [ACTIVITY_EVENTS, TIMELINE_SOURCES, PERSON_ROLES, PERSONAL_DATA, AUDIENCES],
  contributions: [
    ...ownActivityEvents,
    ...ownTimelineSources,
    contribute(AUDIENCES, 'customers', customerAudience),
    contribute(PERSONAL_DATA, 'people', ownPersonalData),
    contribute(PERSON_ROLES, 'customer', accountRole),
    contribute(PERSONAL_DATA, 'notes', commentsPersonalData),
    contribute(NOTE_SUBJECTS, 'customer', { of: customer, at: 'screen' }),
    contribute(CARDS, 'new_customers', newCustomersCard, { order: 100 }),
    contribute(PAGE_SOURCES, 'captcha', captchaSources),
    ...contributeAll(COMMANDS, commands),
  ],
  catchUpWith: deliverMissedEvents,
  services: (container, kernel) => {
    provide(container, DIRECTORY, () => directory)
    provide(container, ADDRESSES, () => addresses)
    provide(container, SMS, () => smsService(kernel))
    provide(container, CONSENT, () => consent(kernel))
    provide(container, TIMELINE, () => timeline(kernel))
    provide(container, CAPTCHA, () => captcha(kernel))
  },
  adminRoutes: [...personRoutes, ...smsAdminRoutes],
  storeRoutes: [
    ...sessionRoutes,
    ...emailRoutes,
    ...resetRoutes,
    ...accountRoutes,
    ...phoneRoutes,
    ...socialRoutes,
    ...consentRoutes,
    ...checkRoutes,
    ...smsRoutes,
  ],
  jobs: [
    handleJob(RESET_MAIL, (payload, { kernel }) => sendResetEmail(kernel, payload)),
    handleJob(VERIFY_MAIL, (payload, { kernel }) => resendVerification(kernel, payload)),
    handleJob(CONSENT_MAIL, (payload, { kernel }) => sendConsentMail(kernel, payload)),
    handleJob(SEND_CODE, (payload, { kernel }) => sendCode(kernel, payload)),
    handleJob(SEND_SMS, ({ id }, { kernel }) => deliverSms(kernel, id)),
    scheduleJob('people/delete-expired', '23 4 * * *', async ({ kernel }) => {
      await kernel.db.run(sql`delete from customer_link where expires_at < now() - interval '1 day'`)
      await kernel.db.run(sql`delete from one_time_code where expires_at < now() - interval '1 day'`)
      await kernel.db.run(sql`delete from sms_message where created_at < now() - interval '90 days'`)
    }),
  ],
  checks,
  seed: seedPeople,
  admin: {
    screens: [{ path: '/admin/customer/group/edit/{id}', screen: 'people/group', needs: 'get customer group' }],
    slots: [
      { at: 'customer.form.head', screen: 'people/to-timeline', needs: 'get customer' },
      { at: 'person.form.head', screen: 'people/to-timeline', needs: 'get person' },
      { at: 'contact.form.head', screen: 'people/to-timeline', needs: 'get consent' },
      { at: 'contact.form.side', screen: 'people/consent', needs: 'get consent' },
      { at: 'customer.form.main', screen: 'people/person-facts', needs: 'get customer' },
      { at: 'person.form.main', screen: 'people/person-facts', needs: 'get person' },
      { at: 'settings.sms.end', screen: 'people/sms-inbound', needs: 'update configuration' },
    ],
    sections: [{ id: 'customers', order: 60, icon: 'people' }],
    menu: [
      { section: 'customers', resource: 'customer', icon: 'people', order: 10 },
      { section: 'customers', resource: 'customer_group', icon: 'people', order: 15, under: 'customer' },
      { section: 'customers', resource: 'person', icon: 'person', order: 20 },
      { section: 'customers', resource: 'consent', icon: 'endorsed', order: 25, under: 'person' },
      { section: 'settings', resource: 'topic', icon: 'envelope', order: 58, area: 'marketing' },
      { section: 'settings', resource: 'sms_message', icon: 'mobile-phone', order: 60, area: 'system' },
    ],
  },
  store: {
    screens: [
      { path: '/login', screen: 'people/login' },
      { path: '/register', screen: 'people/register' },
      { path: '/password/reset', screen: 'people/forgot' },
      { path: '/password/reset/email-confirmation', screen: 'people/sent' },
      { path: '/reset-password', screen: 'people/choose' },
      { path: '/set-password', screen: 'people/choose' },
      { path: '/email-validation', screen: 'people/validation' },
      { path: '/email/verify/$id/$hash', screen: 'people/verify' },
      { path: '/resend-email', screen: 'people/resend' },
      { path: '/account', screen: 'people/account', crawl: false },
      { path: '/unsubscribe', screen: 'people/unsubscribe' },
    ],
    slots: [
      { at: 'layout.header', screen: 'people/header', order: 50 },
      { at: 'account.tab', screen: 'people/account-overview', order: 0 },
      { at: 'account.tab', screen: 'people/account-profile', order: 10 },
      { at: 'account.tab', screen: 'people/account-addresses', order: 20 },
      { at: 'account.tab', screen: 'people/account-timeline', order: 90 },
    ],
  },
})
