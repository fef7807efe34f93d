import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkInput, ctxOf, f, type Kernel, rowId, sql } from '#core'
import { closedBy, markRead, shopAnnouncements } from '../services/announcement.ts'
import { listArticles, readArticle, readBlogCategory } from '../services/blog.ts'
import { CAPTCHA } from '../../people/index.ts'
import { type Message, receive } from '../services/contact.ts'
import { menuTree, readMenu } from '../services/menu.ts'
import { pageLinks, readBlock, readPage } from '../services/page.ts'
import { redirectOf } from '../services/redirects.ts'
import { liveSlides } from '../services/slider.ts'
import { readWidget } from '../services/widgets.ts'
import { asked, askedNumber, besideStaff, open, there } from './asked.ts'

const written = {
  name: f.text({ maxLength: 120 }),
  email: f.email(),
  subject: f.text({ maxLength: 200 }),
  message: f.area({ maxLength: 5_000 }),
}

/** Articles on a page of the blog. */
const perPage = 12

/** The shop's public reading of content. */
export function storeRoutes(app: FastifyInstance, kernel: Kernel): void {
  const ctx = (request: FastifyRequest) => ctxOf(kernel, request)
  const preview = (request: FastifyRequest) => asked(request, 'preview')

  app.get('/page', open('page'), (request) => pageLinks(ctx(request)))
  app.post('/page', open('page'), async (request) =>
    there(await readPage(ctx(request), asked(request, 'url'), { preview: preview(request), staff: besideStaff(request) })),
  )
  app.post('/block', open('block'), (request) => readBlock(ctx(request), asked(request, 'identifier')))

  app.get('/menu', open('menu'), (request) => menuTree(ctx(request)))
  app.post('/menu', open('menu'), (request) => readMenu(ctx(request), asked(request, 'url', 2_000)))

  app.get('/slider', open('slider'), (request) => liveSlides(ctx(request), asked(request, 'position') || 'home'))

  app.get('/article', open('article'), (request) =>
    listArticles(ctx(request), sql`true`, askedNumber(request, 'page', 1, 1_000), askedNumber(request, 'limit', perPage, 100)),
  )
  app.post('/article', open('article'), async (request) => there(await readArticle(ctx(request), asked(request, 'url'), preview(request))))
  app.post('/blog_category', open('blog_category'), async (request) =>
    there(
      await readBlogCategory(
        ctx(request),
        asked(request, 'url'),
        askedNumber(request, 'page', 1, 1_000),
        askedNumber(request, 'limit', perPage, 100),
      ),
    ),
  )

  app.post('/widget', open('widget'), async (request) => {
    const { data } = (request.body ?? {}) as { data?: unknown }
    return readWidget(ctx(request), asked(request, 'type'), isBag(data) ? data : {})
  })

  app.get('/redirect', open('redirect'), (request) => redirectOf(kernel, asked(request, 'path', 500)))

  app.get('/announcement', open('announcement'), (request) => shopAnnouncements(ctx(request)))
  app.get('/announcement/read', { config: { access: 'customer' }, schema: { tags: ['announcement'] } }, async (request) => {
    const { actor } = request
    return { ids: actor.kind === 'customer' ? await closedBy(ctx(request), actor.id) : [] }
  })
  app.post('/announcement/read', { config: { access: 'customer' }, schema: { tags: ['announcement'] } }, async (request) => {
    await markRead(ctx(request), rowId(asked(request, 'id')))
    return { read: true }
  })

  app.post('/contact', open('contact_message'), async (request, reply) => {
    // A field people do not see: who fills it is a program, and is not told.
    if (asked(request, 'website') === '') {
      const message = (await checkInput(written, (request.body ?? {}) as Record<string, unknown>, request.typed)) as unknown as Message
      await kernel.find(CAPTCHA)?.require(request, 'contact')
      await receive(ctx(request), message, request)
    }
    return reply.code(201).send({ status: 'received' })
  })
}

const isBag = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)
