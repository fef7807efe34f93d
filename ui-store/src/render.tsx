import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { messages } from 'virtual:store-messages'
import { parts } from 'virtual:store-plugins'
import type { Locale, SiteSettings } from 'stoa/api-types'
import type { PieceStore } from '../server/fragment-cache.ts'
import { App } from './app.tsx'
import type { AppProps } from './app.tsx'
import { document } from './document.ts'
import type { Assets } from './document.ts'
import { withPieces } from './render-fragment.tsx'
import { headTags } from './head/head-tags.ts'
import { safeJson } from './head/render-head.ts'
import { createTranslate } from './i18n/create.ts'
import { createCall } from './kit/call.ts'
import type { FetchApi } from './kit/call.ts'
import { isLocale, splitLocale } from './kit/locale.ts'
import { findCurrency } from './kit/money.ts'
import { preloadLayoutSlots } from './kit/registry.ts'
import type { Bootstrap, Look, Shop } from './kit/types.ts'
import { loadSettings, loadShell } from './shell/load-shell.ts'
import { getSeed } from './shell/load-outcome.ts'
import type { Outcome } from './shell/outcome.ts'
import type { ReadWords } from './shell/read-words.ts'
import { loadServerPage } from './ssr.tsx'
import type { PageState } from './state.ts'

export interface RenderRequest {
  /** Path and query string of the request, with the language prefix if there is one. */
  url: string
  /** Language of the visitor's cookie; that of the URL takes precedence, the main language is the fallback. */
  language?: string | undefined
  currency?: string | undefined
  nonce: string
  fetchApi: FetchApi
  /** Like `fetchApi`, for requests of the page frame, whose responses may be shared. */
  frameApi: FetchApi
  /** Cached fragments, when nothing in the frame is specific to this visitor. */
  pieces?: PieceStore | undefined
  bootstrap: Bootstrap
  assets: Assets
  /** Called when a page could not be rendered and is left to the browser. */
  report: (error: unknown) => void
}

export interface RenderAnswer {
  status: number
  headers: Record<string, string>
  html: string
  /** False when the result must not be cached: a failure that may be temporary. */
  keep: boolean
  /** Query parameters it depends on. Undefined when it may depend on any. */
  words?: ReadonlySet<string> | undefined
  /** The shop runs its own scripts on this page, which may load further resources. */
  ownScripts: boolean
}

const plain: Look = { template: 'classic', colours: {} }

const getLook = (settings: SiteSettings): Look => parts.findLast((part) => part.look)?.look?.(settings) ?? plain

const hasScripts = (value: unknown): boolean => {
  const { header_script, footer_script } = (value ?? {}) as Record<string, unknown>
  return Boolean(header_script || footer_script)
}

/** Everything that fragments may show of the frame; `held` is its data as text. */
const getFrame = ({ language, prefix, currency, bootstrap }: Shop, serializedFrame: string): string =>
  `${language} ${prefix} ${currency} ${bootstrap.origin} ${serializedFrame}`

const getStatus = (outcome: Outcome) => (outcome.kind === 'failed' ? outcome.status : outcome.kind === 'missing' ? 404 : 200)

const getWords = ({ names, all }: ReadWords) => (all ? undefined : names)

const getLanguage = (requested: string | undefined, supported: Locale[], main: Locale): Locale =>
  isLocale(requested) && supported.includes(requested) ? requested : main

/** Finds out why a page cannot be rendered: of React's two renderers, only the streaming one reports the error. */
const whyNot = (app: AppProps): Promise<unknown> =>
  new Promise((tell) => {
    renderToPipeableStream(<App {...app} />, { onError: tell, onAllReady: () => tell(new Error('The page could not be drawn once')) })
  })

/** Renders the page. An error below the router's boundary leaves the rendering to the browser; React marks this only in the HTML. */
const drawPage = async (app: AppProps): Promise<string> => {
  const body = renderToString(<App {...app} />)
  if (/<!--\$(!?)-->/.exec(body)?.[1]) throw await whyNot(app)
  return body
}

/** Renders one page of the store. */
export const render = async (request: RenderRequest): Promise<RenderAnswer> => {
  const { url, nonce, assets } = request
  const call = createCall(request.fetchApi)
  const frame = createCall(request.frameApi)
  const address = splitLocale(url.split('?')[0] ?? '/')
  const requestedLanguage = address.locale ?? (isLocale(request.language) ? request.language : undefined)
  const found = await loadSettings(frame, requestedLanguage ?? 'default')
  const { main_language: main, supported_languages: supported } = found.basic
  const language = getLanguage(requestedLanguage, supported, main)
  const texts = (await messages[language]?.())?.default ?? {}
  const bootstrap = { ...request.bootstrap, ...(request.bootstrap.staff && hasScripts(found.basic) ? { muted: true } : {}) }
  const settings = bootstrap.staff ? { ...found, basic: { ...found.basic, header_script: '', footer_script: '' } } : found
  const shop: Shop = {
    language,
    prefix: address.prefix,
    currency: findCurrency(settings, request.currency).identifier,
    bootstrap,
    shell: await loadShell(frame, language, settings),
    call,
    t: createTranslate(language, texts),
  }
  await preloadLayoutSlots(bootstrap.slots)
  const page = await loadServerPage(shop, url)
  if ('redirect' in page) {
    const headers = { location: page.redirect }
    return { status: page.status, headers, html: '', keep: false, words: getWords(page.readWords), ownScripts: false }
  }
  const { outcome } = page
  const state: PageState = {
    language,
    prefix: shop.prefix,
    currency: shop.currency,
    bootstrap,
    shell: shop.shell,
    seed: getSeed(outcome),
    drawn: true,
  }
  const serializedFrame = safeJson(shop.shell)
  let body = ''
  try {
    const app = request.pieces ? withPieces(page.app, request.pieces, getFrame(shop, serializedFrame)) : page.app
    body = await drawPage(app)
  } catch (error) {
    // The data is loaded: the browser renders the page from it.
    state.drawn = false
    request.report(error)
  }
  const html = document({
    language,
    state,
    serializedFrame,
    body,
    nonce,
    assets,
    head: headTags(outcome.head, shop, address.path),
    ...getLook(settings),
    icon: settings.image.icon,
    screen: outcome.kind === 'screen' ? outcome.id : undefined,
    noScript: shop.t('shell.no_script'),
  })
  return {
    status: getStatus(outcome),
    headers: { 'content-language': language },
    keep: outcome.kind !== 'failed' && state.drawn,
    // Complete only now: rendering and serializing may read further parameters.
    words: getWords(page.readWords),
    ownScripts: hasScripts(settings.basic) || (outcome.kind === 'screen' && hasScripts(outcome.data)),
    html,
  }
}

/** The page when rendering took too long: the browser loads and renders everything. */
export const shell = async (request: Omit<RenderRequest, 'fetchApi' | 'frameApi' | 'report'>): Promise<RenderAnswer> => {
  const address = splitLocale(request.url.split('?')[0] ?? '/')
  const language = address.locale ?? (isLocale(request.language) ? request.language : 'en-US')
  const texts = (await messages[language]?.())?.default ?? {}
  const t = createTranslate(language, texts)
  const state: PageState = {
    language,
    prefix: address.prefix,
    currency: request.currency ?? '',
    bootstrap: request.bootstrap,
    drawn: false,
  }
  return {
    status: 200,
    headers: { 'content-language': language },
    keep: false,
    ownScripts: false,
    html: document({
      language,
      state,
      body: '',
      nonce: request.nonce,
      assets: request.assets,
      ...plain,
      icon: null,
      head: [{ name: 'title', attributes: {}, text: t('shell.loading') }],
      screen: undefined,
      noScript: t('shell.no_script'),
    }),
  }
}
