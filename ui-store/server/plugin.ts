import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Locale } from 'stoa/api-types'
import type { Bootstrap, ScreenRef, SlotRef } from '../src/kit/types.ts'
import type { RenderAnswer } from '../src/render.tsx'
import { withHome } from '../src/shell/plain-home.tsx'
import { readCookie } from '../src/kit/cookie.ts'
import { isLocale, splitLocale } from '../src/kit/locale.ts'
import { around, createCache, getEtag, withNonce } from './cache.ts'
import type { CachedPage } from './cache.ts'
import { contentSecurityPolicy } from './csp.ts'
import type { Sources } from './csp.ts'
import { isOwnHost, cacheableAddress, shortcut } from './address.ts'
import { halfSource } from './vite-parts.ts'
import type { DevServer } from './vite-parts.ts'
import { createPieces } from './fragment-cache.ts'
import { inProcess, shared } from './transport.ts'
import type { CachedResponse } from './transport.ts'

export interface StoreSiteOptions {
  /** The screens by path, from the plugins' manifests. */
  routes: readonly ScreenRef[]
  /** Components of plugins in slots. */
  slots: readonly SlotRef[]
  /** Build folder with `client/` and `server/`. */
  dist: string
  /** Origin of the shop without trailing slash; that of the request when absent. */
  origin?: string
  /** Name of the staff session cookie. */
  staffCookie?: string
  /** Maximum rendering time in milliseconds before the browser renders instead. */
  budget?: number
  /** Language of a visitor without a language cookie: the first one in `Accept-Language` that the shop supports. */
  spoken?: (acceptLanguage: string | undefined) => Locale | undefined
  /** Allowed external hosts of a page; `local` when the shop runs on the visitor's machine. */
  sources?: (page: { path: string; local: boolean }) => Sources
  /** A Vite development server, used instead of the build. */
  vite?: DevServer
}

/** First path segments that the store does not handle. */
const NOT_OURS = new Set(['api', 'admin', 'assets', 'files', 'health', 'metrics', 'robots.txt', 'sitemap.xml', 'favicon.ico'])
const NONCE = `nonce-${randomBytes(12).toString('hex')}`
const CRAWLER = /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|lighthouse/i
const YEAR = 31_536_000

/** The page's path, and whether the shop runs on the visitor's machine. */
const getWhere = (request: FastifyRequest) => ({
  path: splitLocale(request.url.split('?')[0] ?? '/').path,
  local: ['127.0.0.1', 'localhost'].includes(request.hostname),
})

/** The store as a Fastify plugin; `clear` empties its page cache. */
export const storeSite = (options: StoreSiteOptions) => {
  const { staffCookie = 'stoa_admin', budget = 800 } = options
  const half = halfSource(options.dist, options.vite)
  const pages = createCache<CachedPage>({ ttl: 30_000, most: 500 })
  /** Query parameters each path reads, from its last rendering. */
  const words = new LRUCache<string, ReadonlySet<string>>({ max: 5_000 })
  // The frame is the same on all pages of a language. The time to live is short, because it adds to the age of pages rendered from
  // it.
  const frames = createCache<CachedResponse>({ ttl: 5_000, most: 200 })
  const pieces = createPieces(8_000_000)
  // Only what the browser needs of the manifests.
  const routes = withHome(options.routes).map(({ path, screen, frame }) => ({ path, screen, ...(frame ? { frame } : {}) }))
  const slots = options.slots.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)).map(({ at, screen }) => ({ at, screen }))

  /** The first visit is in the browser's language. Crawlers get the language of the URL, which matches its canonical link. */
  const guessed = ({ headers }: FastifyRequest): Locale | undefined =>
    isLocale(readCookie(headers.cookie, 'language')) || CRAWLER.test(headers['user-agent'] ?? '')
      ? undefined
      : options.spoken?.(headers['accept-language'])

  const getRequestFacts = (request: FastifyRequest) => {
    const cookie = request.headers.cookie
    const origin = options.origin ?? `${request.protocol}://${request.host}`
    const bootstrap: Bootstrap = {
      routes,
      slots,
      origin,
      // Verified by the guard: a cookie alone may belong to an ended session.
      signedIn: request.actor?.kind === 'customer',
      staff: readCookie(cookie, staffCookie) !== undefined,
    }
    const language = readCookie(cookie, 'language')
    const currency = readCookie(cookie, 'currency')
    return {
      cookie,
      origin,
      bootstrap,
      anonymous: !bootstrap.signedIn && !bootstrap.staff,
      // Pages for an untrusted host name are not cached, because there are unlimited names.
      isKnownHost: options.origin !== undefined || isOwnHost(request.hostname, request.socket.localAddress),
      language: isLocale(language) ? language : guessed(request),
      currency: currency && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
    }
  }

  let warm = false
  // Crawlers need the rendered page, and the first page of a process fills the caches: both get ten times the budget.
  const patienceFor = (request: FastifyRequest) => (warm && !CRAWLER.test(request.headers['user-agent'] ?? '') ? budget : 10 * budget)

  const draw = (app: FastifyInstance, request: FastifyRequest, url: string) => {
    const facts = getRequestFacts(request)
    const { bootstrap, language, currency, origin } = facts
    const report = (error: unknown) => request.log.error(error, 'store page not drawn')
    const path = url.split('?')[0] ?? '/'
    const cacheable = facts.anonymous && facts.isKnownHost ? cacheableAddress(url, words.get(path)) : undefined
    const input = { url: cacheable ?? url, language, currency, nonce: NONCE, bootstrap }
    const toPage = (answer: RenderAnswer): { value: CachedPage; keep: boolean } => {
      const parts = around(NONCE, answer.html)
      const { status, headers, ownScripts, keep } = answer
      return { value: { status, headers, parts, ownScripts, etag: getEtag(parts) }, keep }
    }
    const shell = async () => {
      const { shell: empty, assets } = await half()
      return toPage(await empty({ ...input, assets })).value
    }
    const make = async () => {
      const { render, assets } = await half()
      // Cached pages must not contain data of the visitor who requested them first.
      const fetchApi = inProcess(app, request, origin, facts.anonymous ? '' : (facts.cookie ?? ''))
      // During development the code of fragments may change.
      const keepsPieces = facts.anonymous && !options.vite
      const frameApi = facts.anonymous && facts.isKnownHost ? shared(fetchApi, frames, origin) : fetchApi
      const answer = await render({ ...input, fetchApi, frameApi, pieces: keepsPieces ? pieces : undefined, assets, report })
      if (answer.words) words.set(path, answer.words)
      else words.delete(path)
      return toPage(answer)
    }
    const key = JSON.stringify([origin, cacheable, language ?? '', currency ?? ''])
    const drawn = cacheable === undefined ? make().then(({ value }) => value) : pages.get(key, make)
    void drawn.then(() => (warm = true)).catch(() => undefined)
    return withBudget(drawn, shell, patienceFor(request), report)
  }

  const send = (request: FastifyRequest, reply: FastifyReply, page: CachedPage) => {
    // Stored in a cookie, so that API messages are in the language of the page. Not for embedded pages, whose language the visitor
    // did not choose.
    const language = splitLocale(request.url.split('?')[0] ?? '/').locale ?? guessed(request)
    if (language && request.headers['sec-fetch-dest'] !== 'iframe')
      reply.header('set-cookie', `language=${language}; Path=/; Max-Age=${YEAR}; SameSite=Lax`)
    reply.headers(page.headers).header('cache-control', 'private, no-cache').header('vary', 'Cookie, Accept-Language')
    if (page.headers.location) return reply.code(page.status).send()
    reply.header('etag', page.etag)
    // A policy with a new nonce would not match the page in the browser's cache.
    if (request.headers['if-none-match'] === page.etag) {
      return reply.removeHeader('content-security-policy').code(304).send()
    }
    const nonce = randomBytes(16).toString('base64url')
    if (!options.vite) {
      const sources = options.sources?.(getWhere(request)) ?? {}
      reply.header('content-security-policy', contentSecurityPolicy(nonce, { ownScripts: page.ownScripts, sources }))
    }
    return reply.code(page.status).type('text/html; charset=utf-8').send(withNonce(page.parts, nonce))
  }

  const plugin = async (app: FastifyInstance): Promise<void> => {
    if (!options.vite) {
      await app.register(fastifyStatic, {
        root: join(options.dist, 'client/assets'),
        prefix: '/assets/',
        decorateReply: false,
        preCompressed: true,
        immutable: true,
        maxAge: YEAR * 1000,
        index: false,
      })
    }
    // Files that crawlers expect at the root; the API generates them.
    for (const [path, source] of [
      ['/robots.txt', '/api/robots'],
      ['/sitemap.xml', '/api/sitemap'],
      ['/sitemap/:part', '/api/sitemap/'],
    ] as const) {
      app.get<{ Params: { part?: string } }>(
        path,
        { config: { access: 'public' }, schema: { hide: true } as never },
        async (request, reply) => {
          const answer = await app.inject({ url: source + encodeURIComponent(request.params.part ?? ''), remoteAddress: request.ip })
          if (answer.statusCode !== 200) return reply.callNotFound()
          return reply.type(String(answer.headers['content-type'])).header('cache-control', 'public, max-age=600').send(answer.body)
        },
      )
    }
    app.get('/*', { config: { access: 'public' }, schema: { hide: true } as never }, async (request, reply) => {
      const first = request.url.split(/[/?]/)[1] ?? ''
      if (NOT_OURS.has(first)) return reply.callNotFound()
      const short = shortcut(request.url)
      if (short) {
        if (short.cookie) reply.header('set-cookie', short.cookie)
        return reply.header('cache-control', 'no-store').redirect(short.to, 302)
      }
      return send(request, reply, await draw(app, request, request.url))
    })
  }

  const clear = (): void => {
    pages.clear()
    frames.clear()
    pieces.clear()
    words.clear()
  }
  return { plugin, clear }
}

/** The rendered page if it is ready in time, else the empty shell, which the browser renders. */
const withBudget = async (
  drawn: Promise<CachedPage>,
  shell: () => Promise<CachedPage>,
  budget: number,
  report: (error: unknown) => void,
): Promise<CachedPage> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), budget)
  })
  const safe = drawn.catch((error: unknown) => {
    report(error)
    return 'failed' as const
  })
  const first = await Promise.race([safe, late])
  clearTimeout(timer)
  if (first === 'late') return shell()
  if (first === 'failed') return { ...(await shell()), status: 503 }
  return first
}
