import { scheduleJob, definePlugin, dropFile, handleJob, contribute, contributeAll, provide } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { CALENDAR_SOURCES } from 'stoa/plugins/calendar'
import { REPORTS } from 'stoa/plugins/reports'
import { CARDS, createRecordsCard } from 'stoa/plugins/desk'
import { prefixes } from './domain/addresses.ts'
import { CANVAS_PATH } from './domain/canvas.ts'
import { announcement } from './resources/announcement.ts'
import { article } from './resources/article.ts'
import { block } from './resources/block.ts'
import { blogCategory } from './resources/blog-category.ts'
import { contactMessage } from './resources/contact-message.ts'
import { file } from './resources/file.ts'
import { folder } from './resources/folder.ts'
import { landingPage } from './resources/landing-page.ts'
import { menu } from './resources/menu.ts'
import { page } from './resources/page.ts'
import { redirect } from './resources/redirect.ts'
import { slider } from './resources/slider.ts'
import { adminRoutes } from './routes/admin.ts'
import { landingDrawRoute, landingReportRoute, landingRoutes } from './routes/landing.ts'
import { sitemapRoutes } from './routes/sitemap.ts'
import { contactRoute, storeRoutes } from './routes/store.ts'
import { seedContent } from './seed.ts'
import { ATTRIBUTION, attribution, forgetSalts } from './services/attribution.ts'
import { MESSAGES, messages } from './services/contact.ts'
import { publishing } from './services/calendar.ts'
import { writerPersonalData } from './services/personal-data.ts'
import { GO_LIVE, goLive } from './services/landing.ts'
import { landingSalesReport } from './services/landing-sales-report.ts'
import { DROP_FILE } from './services/media.ts'
import { MENU_TYPES, ownMenuTypes } from './services/menu-types.ts'
import { keepsAddresses } from './services/redirects.ts'
import { ownSources, SITEMAP } from './services/sitemap.ts'
import { TRANSFER_AMOUNTS } from './services/transfer-amounts.ts'
import { ownWidgets, WIDGETS } from './services/widgets.ts'
import { contact, template } from './settings.ts'

const resources = [page, block, menu, slider, announcement, blogCategory, article, landingPage, redirect, folder, file, contactMessage]
const words = (name: string) => name.replaceAll('_', ' ')
const verbs = ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export']
const edited = resources.filter((r) => r.name !== 'contact_message')
const transitionPermissions = resources.flatMap((r) =>
  Object.entries(r.states?.transitions ?? {})
    .filter(([, move]) => move.manual !== false)
    .map(([move]) => `${move} ${words(r.name)}`),
)

export default definePlugin({
  id: 'content',
  after: ['catalogue', 'people', 'calendar', 'reports', 'desk'],
  settings: [template, contact],
  resources,
  extend: [
    keepsAddresses('page', prefixes.page),
    keepsAddresses('article', prefixes.article),
    keepsAddresses('blog_category', prefixes.blog_category),
    keepsAddresses('landing_page', prefixes.landing_page),
    keepsAddresses('category', prefixes.category),
    keepsAddresses('product', prefixes.product),
    keepsAddresses('brand', prefixes.brand),
  ],
  presets: {
    'content.viewer': resources.map((r) => `get ${words(r.name)}`),
    'content.editor': [
      'content.viewer',
      ...edited.flatMap((r) => verbs.filter((v) => !r.verbs || r.verbs.includes(v as never)).map((v) => `${v} ${words(r.name)}`)),
      ...transitionPermissions,
      'update contact message',
      'create upload',
    ],
    'content.manager': ['content.editor', 'destroy contact message', 'batch destroy contact message', 'export contact message'],
  },
  extensionPoints: [MENU_TYPES, SITEMAP, WIDGETS, TRANSFER_AMOUNTS],
  contributions: [
    ...ownSources,
    ...ownWidgets,
    ...ownMenuTypes,
    ...contributeAll(CALENDAR_SOURCES, publishing),
    contribute(REPORTS, 'landing', landingSalesReport),
    contribute(
      CARDS,
      'contact_messages',
      createRecordsCard(contactMessage, {
        title: 'content:card.messages',
        empty: 'content:card.no_messages',
        filter: { status: 'to_do,processing' },
      }),
      { order: 120 },
    ),
    contribute(PERSONAL_DATA, 'content', writerPersonalData),
  ],
  services: (container, kernel) => {
    provide(container, ATTRIBUTION, () => attribution(kernel))
    provide(container, MESSAGES, () => messages)
  },
  adminRoutes: [...adminRoutes, landingDrawRoute, landingReportRoute],
  storeRoutes: [...storeRoutes, contactRoute, ...landingRoutes, ...sitemapRoutes],
  jobs: [
    handleJob(GO_LIVE, ({ id }, ctx) => goLive(id, ctx)),
    handleJob(DROP_FILE, ({ path }, { kernel }) => dropFile(kernel, path)),
    scheduleJob('content/forget-salts', '7 * * * *', forgetSalts),
  ],
  seed: seedContent,
  admin: {
    sections: [{ id: 'channels', order: 80, icon: 'shop' }],
    menu: [
      { section: 'channels', resource: 'page', icon: 'document', order: 10 },
      { section: 'channels', resource: 'article', icon: 'annotation', order: 20 },
      { section: 'channels', resource: 'blog_category', icon: 'book', order: 30, under: 'article' },
      { section: 'channels', resource: 'landing_page', icon: 'page-layout', order: 40 },
      { section: 'channels', resource: 'menu', icon: 'menu', order: 50 },
      { section: 'channels', resource: 'slider', icon: 'media', order: 60 },
      { section: 'channels', resource: 'block', icon: 'widget', order: 70, under: 'page' },
      { section: 'channels', resource: 'announcement', icon: 'notifications', order: 80 },
      { section: 'channels', resource: 'file', icon: 'folder-close', order: 90 },
      { section: 'channels', resource: 'redirect', icon: 'random', order: 40, area: 'store' },
      { section: 'customers', resource: 'contact_message', icon: 'inbox', order: 90 },
    ],
    screens: [
      { path: 'announcement/view/$id', screen: 'content/announcement-view', needs: 'get announcement' },
      { path: 'landing-page/traffic/$id', screen: 'content/landing-traffic', needs: 'get landing page' },
      { path: 'media', screen: 'content/media', needs: 'get file' },
      { path: 'menu', screen: 'content/menu-tree', needs: 'get menu' },
      { path: 'menu/table', screen: 'content/menu-table', needs: 'get menu' },
    ],
    slots: [
      { at: 'menu.list.actions', screen: 'content/menu-view', needs: 'get menu' },
      { at: 'page.form.head', screen: 'content/shop-link', needs: 'get page' },
      { at: 'article.form.head', screen: 'content/shop-link', needs: 'get article' },
      { at: 'landing_page.form.head', screen: 'content/shop-link', needs: 'get landing page' },
      { at: 'landing_page.form.side', screen: 'content/landing-traffic-link', needs: 'get landing page' },
    ],
  },
  store: {
    screens: [
      { path: '/', screen: 'content/home' },
      { path: '/blog/category/$url', screen: 'content/blog-category' },
      { path: '/blog/article/$url', screen: 'content/article' },
      { path: '/contact-us', screen: 'content/contact' },
      { path: '/landing-page/$url', screen: 'content/landing', frame: 'none' },
      { path: CANVAS_PATH, screen: 'content/landing-canvas', frame: 'none' },
      { path: '/page/$url', screen: 'content/page' },
      { path: '/$url', screen: 'content/page' },
    ],
    slots: [
      { at: 'layout.top', screen: 'content/announcements' },
      { at: 'layout.nav', screen: 'content/nav' },
      { at: 'layout.menu', screen: 'content/phone-nav' },
      { at: 'layout.footer', screen: 'content/footer' },
    ],
  },
})
