import { f, NOT_FOUND, route, sql, t } from 'stoa'
import { CAPTCHA } from 'stoa/plugins/people'
import { closedBy, markRead, shopAnnouncements } from '../services/announcement.ts'
import { listArticles, readArticle, readBlogCategory } from '../services/blog.ts'
import { receive } from '../services/contact.ts'
import { menuTree, readMenu } from '../services/menu.ts'
import { pageLinks, readBlock, readPage } from '../services/page.ts'
import { findRedirect } from '../services/redirects.ts'
import { liveSlides } from '../services/slider.ts'
import { readWidget } from '../services/widgets.ts'
import {
  AnnouncementView,
  ArticleList,
  ArticleView,
  BlockView,
  BlogCategoryView,
  MenuNode,
  MenuView,
  PageLink,
  PageView,
  SlideView,
} from '../api-types.ts'
import { besideStaff, preview, there, url } from './request-fields.ts'

/** Pagination; a page of the blog has twelve articles. */
const part = { page: f.int({ min: 1, max: 1_000, default: 1 }), limit: f.int({ min: 1, max: 100, default: 12 }) }

const open = { access: 'public', eitherPlace: true } as const

/** Public read routes of content. */
export const storeRoutes = [
  route({ ...open, on: 'GET /page', id: 'page.links', summary: 'All pages', response: t.list(PageLink), run: ({ ctx }) => pageLinks(ctx) }),
  route({
    ...open,
    on: 'POST /page',
    id: 'page.view',
    summary: 'A page',
    body: { url, preview },
    response: PageView,
    errors: [NOT_FOUND],
    run: async ({ ctx, body, request }) => there(await readPage(ctx, body.url, { preview: body.preview, staff: besideStaff(request) })),
  }),
  route({
    ...open,
    on: 'POST /block',
    id: 'block.view',
    summary: 'A block; empty when it does not exist',
    body: { identifier: f.text({ maxLength: 300, default: '' }) },
    response: BlockView,
    run: ({ ctx, body }) => readBlock(ctx, body.identifier),
  }),
  route({ ...open, on: 'GET /menu', id: 'menu.tree', summary: 'The menu', response: t.list(MenuNode), run: ({ ctx }) => menuTree(ctx) }),
  route({
    ...open,
    on: 'POST /menu',
    id: 'menu.view',
    summary: 'Menu texts of a page; empty when there are none',
    body: { url: f.text({ maxLength: 2_000, default: '' }) },
    response: t.either(MenuView, t.object({})),
    run: ({ ctx, body }) => readMenu(ctx, body.url),
  }),
  route({
    ...open,
    on: 'GET /slider',
    id: 'slider.live',
    summary: 'Current slides',
    query: { position: f.text({ maxLength: 300, default: 'home' }) },
    response: t.list(SlideView),
    run: ({ ctx, query }) => liveSlides(ctx, query.position),
  }),
  route({
    ...open,
    on: 'GET /article',
    id: 'article.newest',
    summary: 'Articles, newest first',
    query: part,
    response: ArticleList,
    run: ({ ctx, query }) => listArticles(ctx, sql`true`, query.page, query.limit),
  }),
  route({
    ...open,
    on: 'POST /article',
    id: 'article.view',
    summary: 'An article',
    body: { url, preview },
    response: ArticleView,
    errors: [NOT_FOUND],
    run: async ({ ctx, body }) => there(await readArticle(ctx, body.url, body.preview)),
  }),
  route({
    ...open,
    on: 'POST /blog_category',
    id: 'blog_category.view',
    summary: 'A blog category with a page of its articles',
    body: { url, ...part },
    response: BlogCategoryView,
    errors: [NOT_FOUND],
    run: async ({ ctx, body }) => there(await readBlogCategory(ctx, body.url, body.page, body.limit)),
  }),
  route({
    ...open,
    on: 'POST /widget',
    id: 'widget.view',
    summary: 'Data of a widget; empty when no plugin provides its type',
    body: { type: f.text({ maxLength: 300, default: '' }), data: f.maybe(f.json({ clean: getBag })) },
    // The items depend on the widget type.
    response: t.list(t.any()),
    run: ({ ctx, body }) => readWidget(ctx, body.type, body.data ?? {}),
  }),
  route({
    ...open,
    on: 'GET /redirect',
    id: 'redirect.follow',
    summary: 'Redirect target of a URL without a page',
    query: { path: f.text({ maxLength: 500, default: '' }) },
    response: t.object({ target: t.optional(t.text()) }),
    run: ({ kernel, query }) => findRedirect(kernel, query.path),
  }),
  route({
    ...open,
    on: 'GET /announcement',
    id: 'announcement.shown',
    summary: 'Current announcements for customers',
    response: t.list(AnnouncementView),
    run: ({ ctx }) => shopAnnouncements(ctx),
  }),
  route({
    on: 'GET /announcement/read',
    id: 'announcement.closed',
    summary: 'Announcements the customer closed',
    access: 'customer',
    response: t.object({ ids: t.list(t.id()) }),
    run: async ({ ctx }) => ({ ids: ctx.actor.kind === 'customer' ? await closedBy(ctx, ctx.actor.id) : [] }),
  }),
  route({
    on: 'POST /announcement/read',
    id: 'announcement.close',
    summary: 'Record that the customer closed an announcement',
    access: 'customer',
    eitherPlace: true,
    body: { id: f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, says: 'core:rule.not_exists' }) },
    response: t.object({ read: t.flag() }),
    errors: [NOT_FOUND],
    run: async ({ ctx, body }) => {
      await markRead(ctx, body.id)
      return { read: true }
    },
  }),
]

const received = t.object({ status: t.is('received') })

/** Receives contact messages. */
export const contactRoute = route({
  on: 'POST /contact',
  id: 'contact_message.send',
  summary: 'Send a message to the shop',
  access: 'public',
  body: {
    name: f.text({ maxLength: 120 }),
    email: f.email(),
    subject: f.text({ maxLength: 200 }),
    message: f.area({ maxLength: 5_000 }),
    website: f.maybe(f.text({ maxLength: 1_000 })),
  },
  response: received,
  status: 201,
  run: async ({ kernel, ctx, body: { website, ...message }, request }) => {
    // Honeypot field: hidden from people. A bot that fills it gets the normal response.
    if (website === null) {
      await kernel.find(CAPTCHA)?.require(request, 'contact')
      await receive(ctx, message, request)
    }
    return { status: 'received' }
  },
})

function getBag(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
