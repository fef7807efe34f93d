import { scheduleJob, definePlugin, contribute, contributeAll, provide, sql } from 'stoa'
import { CALENDAR_SOURCES } from 'stoa/plugins/calendar'
import { MENU_TYPES, SITEMAP, WIDGETS } from 'stoa/plugins/content'
import { NOTE_SUBJECTS, NOTICE_KINDS } from 'stoa/plugins/notes'
import { AUDIENCES, ACTIVITY_EVENTS, PERSON_ROLES, PERSONAL_DATA, TIMELINE_SOURCES } from 'stoa/plugins/people'
import { checks } from './checks.ts'
import { contact } from './resources/contact.ts'
import { funnel, stage } from './resources/funnel.ts'
import { group } from './resources/group.ts'
import { lead } from './resources/lead.ts'
import { reminder } from './resources/reminder.ts'
import { tag } from './resources/tag.ts'
import { formToFunnel, landingPageOfFunnel } from './resources/form-funnel.ts'
import { adminRoutes } from './routes/admin.ts'
import { storeRoutes } from './routes/store.ts'
import { seedCrm } from './seed.ts'
import { audiences } from './services/audiences.ts'
import { crmCards } from './services/cards.ts'
import { closings, reminders } from './services/calendar.ts'
import { catchUpForms, createLeadFromForm } from './services/from-form.ts'
import { LEADS, leads } from './services/create-lead.ts'
import { contactPersonalData } from './services/personal-data.ts'
import { ASSIGNED } from './services/leads.ts'
import { followMerge } from './services/merge.ts'
import { catchUpMessages, createLeadFromMessage } from './services/from-message.ts'
import { catchUpOrders, markWonByOrder } from './services/orders.ts'
import { REMINDED, notifyDue } from './services/reminders.ts'
import { contactRole, SEE_ALL } from './services/visibility.ts'
import { funnelWidget } from './services/widget.ts'
import { stepTimelineSource } from './services/timeline-source.ts'

const all = (resource: string) =>
  ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export'].map((verb) => `${verb} ${resource}`)

const describeActivity = (word: string) => ({ text: `crm:timeline.${word}`, of: lead })

/** CRM: contacts, leads, funnels, groups and reminders. */
export default definePlugin({
  id: 'crm',
  requires: ['people'],
  after: ['notes', 'calendar', 'desk', 'content', 'forms', 'sales'],
  resources: [contact, group, tag, funnel, stage, lead, reminder],
  extend: [formToFunnel, landingPageOfFunnel],
  permissions: [SEE_ALL],
  presets: {
    'crm.viewer': ['get contact', 'get group', 'get tag', 'get funnel', 'get stage', 'get lead'],
    'crm.editor': ['crm.viewer', 'create contact', 'update contact', 'create lead', 'update lead', 'create tag'],
    'crm.manager': [
      'crm.editor',
      SEE_ALL,
      'merge contact',
      ...['contact', 'group', 'tag', 'funnel', 'lead'].flatMap(all),
      'publish funnel',
      'disable funnel',
    ],
  },
  contributions: [
    ...contributeAll(ACTIVITY_EVENTS, {
      'lead.created': describeActivity('created'),
      'lead.moved': describeActivity('moved'),
      'lead.won': describeActivity('won'),
      'lead.lost': describeActivity('lost'),
    }),
    contribute(TIMELINE_SOURCES, 'lead', stepTimelineSource),
    contribute(PERSONAL_DATA, 'crm', contactPersonalData),
    contribute(PERSON_ROLES, 'contact', contactRole),
    ...contributeAll(AUDIENCES, audiences),
    contribute(NOTE_SUBJECTS, 'contact', { of: contact, at: 'screen' }),
    contribute(NOTE_SUBJECTS, 'lead', { of: lead, at: 'screen' }),
    contribute(NOTICE_KINDS, ASSIGNED, { text: 'crm:notice.assigned' }),
    contribute(NOTICE_KINDS, REMINDED, { text: 'crm:notice.reminded' }),
    contribute(MENU_TYPES, 'funnel', { title: 'crm:menu.funnel', of: 'funnel', to: (url: string) => `/funnel/${url}` }),
    contribute(WIDGETS, 'funnel', () => funnelWidget),
    contribute(SITEMAP, 'funnel', {
      prefix: '/funnel/',
      rows: () => sql`select id, url, updated_at from crm_funnel where status = 'published'`,
    }),
    ...crmCards,
    contribute(CALENDAR_SOURCES, 'closings', closings),
    contribute(CALENDAR_SOURCES, 'reminders', reminders),
  ],
  services: (container, kernel) => provide(container, LEADS, () => leads(kernel)),
  adminRoutes,
  storeRoutes,
  on: {
    'person.merged': (persons, ctx) => ctx.kernel.transaction((tx) => followMerge(tx, ctx, persons)),
    'form.submitted': (sent, ctx) => createLeadFromForm(ctx, sent),
    'order.paid': ({ orderId }, ctx) => markWonByOrder(ctx, orderId),
    'contact.received': ({ messageId }, ctx) => createLeadFromMessage(ctx, messageId),
  },
  catchUp: async (ctx, since) => {
    await catchUpForms(ctx, since)
    await catchUpMessages(ctx, since)
    await catchUpOrders(ctx, since)
  },
  jobs: [scheduleJob('crm/remind', '*/5 * * * *', notifyDue)],
  checks,
  seed: seedCrm,
  admin: {
    menu: [
      { section: 'customers', resource: 'contact', icon: 'person', order: 30 },
      { section: 'customers', resource: 'group', icon: 'people', order: 32, under: 'contact' },
      { section: 'customers', resource: 'lead', icon: 'inbox', order: 34, queue: { status: 'to_do' } },
      { section: 'customers', resource: 'funnel', icon: 'layers', order: 36, area: 'customers' },
      { section: 'customers', resource: 'tag', icon: 'tag', order: 38, area: 'customers' },
      { section: 'customers', to: 'crm-dashboard', label: 'crm:menu.dashboard', needs: 'get lead', icon: 'dashboard', order: 35 },
    ],
    screens: [
      { path: 'funnel/management/$id', screen: 'crm/board', needs: 'get funnel & get lead' },
      { path: 'contact/edit/{id}', screen: 'crm/contact-page', needs: 'get contact' },
      { path: 'contact/view/{id}', screen: 'crm/contact-page', needs: 'get contact' },
      { path: 'group/edit/{id}', screen: 'crm/group-edit', needs: 'get group' },
      { path: 'tag/edit/{id}', screen: 'crm/tag-edit', needs: 'get tag' },
      { path: 'crm-dashboard', screen: 'crm/dashboard', open: true },
    ],
    slots: [
      { at: 'funnel.form.head', screen: 'crm/to-board', needs: 'get lead' },
      { at: 'lead.list.actions', screen: 'crm/boards', needs: 'get funnel' },
      { at: 'lead.form.head', screen: 'crm/close-lead', needs: 'get funnel' },
      { at: 'lead.form.head', screen: 'crm/after-new-customer', needs: 'get customer' },
      { at: 'lead.form.main', screen: 'crm/of-lead', needs: 'get lead' },
      { at: 'form.form.side', screen: 'crm/leads-of-form', needs: 'create lead' },
      { at: 'form_submission.form.side', screen: 'crm/of-submission', needs: 'get lead' },
      { at: 'contact.form.main', screen: 'crm/of-contact', needs: 'get contact' },
      { at: 'contact.list.actions', screen: 'crm/keep-filter', needs: 'create group' },
      { at: 'group.form.side', screen: 'crm/members', needs: 'get group & get contact' },
    ],
    tasks: [{ id: 'funnel', order: 90, to: 'funnel/create', needs: 'create funnel', done: sql`exists (select 1 from crm_funnel)` }],
  },
  store: {
    screens: [{ path: '/funnel/$url', screen: 'crm/funnel' }],
    slots: [{ at: 'landing.funnel', screen: 'crm/on-page' }],
  },
})
