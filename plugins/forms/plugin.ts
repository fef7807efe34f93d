import { definePlugin, contribute, provide, sql } from 'stoa'
import { MENU_TYPES, SITEMAP, WIDGETS } from 'stoa/plugins/content'
import { AUDIENCES, ACTIVITY_EVENTS, PERSONAL_DATA, TIMELINE_SOURCES } from 'stoa/plugins/people'
import { checks } from './checks.ts'
import { CANVAS_PATH } from './domain/canvas.ts'
import { form } from './resources/form.ts'
import { formField } from './resources/form-field.ts'
import { formFile } from './resources/form-file.ts'
import { formSubmission } from './resources/form-submission.ts'
import { formTab } from './resources/form-tab.ts'
import { adminRoutes } from './routes/admin.ts'
import { storeRoutes } from './routes/store.ts'
import { seedForms } from './seed.ts'
import { answered } from './services/audience.ts'
import { FORMS, forms } from './services/forms.ts'
import { GIFTS } from './services/gifts.ts'
import { submitterPersonalData } from './services/personal-data.ts'
import { followMerge } from './services/merge.ts'
import { formWidget } from './services/widget.ts'
import { submissionTimelineSource } from './services/timeline-source.ts'

export default definePlugin({
  id: 'forms',
  after: ['people', 'content', 'sheets'],
  resources: [form, formTab, formField, formSubmission, formFile],
  presets: {
    'forms.viewer': ['get form', 'get form submission', 'get form file'],
    'forms.editor': [
      'forms.viewer',
      'create form',
      'update form',
      'batch update form',
      'update form submission',
      'process form submission',
      'complete form submission',
      'reopen form submission',
      'reject form submission',
      'mark abnormal form submission',
    ],
    'forms.manager': [
      'forms.editor',
      'destroy form',
      'batch destroy form',
      'destroy form submission',
      'batch destroy form submission',
      'export form submission',
    ],
  },
  extensionPoints: [GIFTS],
  contributions: [
    contribute(TIMELINE_SOURCES, 'form submission', submissionTimelineSource),
    contribute(PERSONAL_DATA, 'forms', submitterPersonalData),
    contribute(AUDIENCES, 'answered', answered),
    contribute(ACTIVITY_EVENTS, 'form.submitted', { text: 'forms:timeline.submitted', of: formSubmission, visibility: 'person' }),
    contribute(MENU_TYPES, 'form', { title: 'forms:menu.form', of: 'form', to: (url: string) => `/form/${url}` }),
    contribute(WIDGETS, 'form', () => formWidget),
    contribute(SITEMAP, 'form', {
      prefix: '/form/',
      rows: () => sql`select id, url, updated_at from form where enabled and allow_guest and (closes_at is null or closes_at > now())`,
    }),
  ],
  on: { 'person.merged': (merge, ctx) => followMerge(ctx, merge) },
  services: (container) => provide(container, FORMS, () => forms),
  adminRoutes,
  storeRoutes,
  checks,
  seed: seedForms,
  admin: {
    menu: [
      { section: 'channels', resource: 'form', icon: 'form', order: 95 },
      { section: 'customers', resource: 'form_submission', icon: 'inbox', order: 95, queue: { status: 'pending' } },
    ],
    screens: [
      { path: 'formbuilder/histories/$id', screen: 'forms/histories', needs: 'get form submission' },
      { path: 'formbuilder/$form_id/history/$history_id', screen: 'forms/history', needs: 'get form submission' },
    ],
    slots: [{ at: 'form.form.head', screen: 'forms/of-form', needs: 'get form' }],
  },
  store: {
    screens: [
      { path: '/form/$url', screen: 'forms/form' },
      { path: CANVAS_PATH, screen: 'forms/canvas', frame: 'none', crawl: false },
    ],
    slots: [
      { at: 'account.tab', screen: 'forms/account-forms', order: 80 },
      { at: 'landing.form', screen: 'forms/on-page' },
    ],
  },
})
