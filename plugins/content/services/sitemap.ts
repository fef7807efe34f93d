import { basic, type Ctx, type Locale, locales, contribute, extensionPoint, sql, type Sql } from 'stoa'
import { prefixes } from '../domain/addresses.ts'
import { goodsAddresses } from './goods.ts'

/** A source of pages: a query that returns `id`, `url` and `updated_at`, and the URL prefix. */
export interface SitemapSource {
  prefix: string
  rows(ctx: Ctx): Sql
}

/** Sitemap sources by name. A plugin contributes its own: `contributions: [contribute(SITEMAP, 'event', { prefix: '/event', rows })]`. */
export const SITEMAP = extensionPoint<SitemapSource>('content/sitemap', {
  description: 'rows with their own store page, by the name of their part of the sitemap',
  check: ({ prefix }) => (/^(\/[a-z0-9-]+)*\/?$/.test(prefix) ? undefined : `"${prefix}" is no beginning of a path`),
})

/** URLs per file. Each URL includes its language alternates, so 50,000 would exceed the size limit of a sitemap. */
const partSize = 10_000

const source = (name: keyof typeof prefixes, rows: SitemapSource['rows']) => contribute(SITEMAP, name, { prefix: prefixes[name], rows })

/** Sources of this plugin, and of the catalogue if it is installed. */
export const ownSources = [
  source('page', () => sql`select id, url, updated_at from page where enabled`),
  source('category', goodsAddresses('category')),
  source('product', goodsAddresses('product')),
  source('blog_category', () => sql`select id, url, updated_at from blog_category where visibled`),
  source(
    'article',
    () => sql`select id, url, updated_at from article
      where visibled and coalesce(show_date, '-infinity') <= (select business_day())`,
  ),
  source(
    'landing_page',
    () => sql`select id, url, updated_at from landing_page where status in ('published', 'pending') and published_at <= now()`,
  ),
]

/** `hreflang` codes of each language. Regions with the same script share a text. */
const hreflangs: Record<Locale, readonly string[]> = {
  'en-US': ['en-US'],
  'zh-HK': ['zh-HK', 'zh-MO', 'zh-TW'],
  'zh-CN': ['zh-CN', 'zh-SG'],
}

const escape = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const head = '<?xml version="1.0" encoding="UTF-8"?>'

/** The sitemap index. Part 0 contains the built-in pages. */
export async function sitemapIndex(ctx: Ctx): Promise<string> {
  const counts = [...ctx.kernel.contributions(SITEMAP)].map(
    ([name, s]) => sql`select ${name}::text as name, count(*) as n from (${s.rows(ctx)}) r`,
  )
  const rows = await ctx.kernel.db.rows<{ name: string; n: number }>(counts.reduce((all, countSql) => sql`${all} union all ${countSql}`))
  const parts = rows.flatMap(({ name, n }) => Array.from({ length: Math.ceil(n / partSize) }, (_, i) => `${name}-${i + 1}`))
  const origin = ctx.kernel.config.publicUrl
  const lines = ['site-1', ...parts].map((part) => `<sitemap><loc>${origin}/sitemap/${part}.xml</loc></sitemap>`)
  return `${head}\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</sitemapindex>\n`
}

/** One part, read with one query; undefined when there is none of this name. */
export async function sitemapPart(ctx: Ctx, part: string): Promise<string | undefined> {
  const [, name = '', number = '1'] = /^([a-z_]{1,40})-(\d{1,5})$/.exec(part) ?? []
  if (name === 'site') return urlset(ctx, [{ path: '/' }, { path: '/contact-us' }])
  const s = ctx.kernel.contributions(SITEMAP).get(name)
  if (!s || Number(number) < 1) return undefined
  const rows = await ctx.kernel.db.rows<{ url: string; updated_at: string }>(
    sql`select r.url, r.updated_at from (${s.rows(ctx)}) r order by r.id limit ${partSize} offset ${(Number(number) - 1) * partSize}`,
  )
  return urlset(
    ctx,
    rows.map((row) => ({ path: s.prefix + encodeURIComponent(row.url), at: row.updated_at })),
  )
}

function urlset(ctx: Ctx, pages: { path: string; at?: string }[]): string {
  const { supported_languages: languages } = ctx.kernel.settings.of(basic)
  const inLanguage = (path: string, locale: string) =>
    escape(`${ctx.kernel.config.publicUrl}${locale === ctx.mainLanguage ? '' : `/${locale}`}${path}`)
  const link = (hreflang: string, href: string) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`
  const lines = pages.flatMap(({ path, at }) => {
    const others = languages.flatMap((l) => (hreflangs[l as Locale] ?? []).map((tag) => link(tag, inLanguage(path, l))))
    const alternates = [...others, link('x-default', inLanguage(path, ctx.mainLanguage))].join('')
    const changed = at ? `<lastmod>${new Date(at).toISOString()}</lastmod>` : ''
    return languages.map((l) => `<url><loc>${inLanguage(path, l)}</loc>${changed}${alternates}</url>`)
  })
  return `${head}\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${lines.join('\n')}\n</urlset>\n`
}

/** Paths that are not pages, and duplicate URLs of pages. */
const frame = ['/admin', '/api/', '/*?preview=', '/*?currency=']

/** `robots.txt`: the sitemap, and the pages that plugins exclude from crawling, in every language. */
export function robots(ctx: Ctx): string {
  const { registry, config } = ctx.kernel
  const shut = registry.storeScreens.filter(({ crawl }) => crawl === false)
  // A rule is a path prefix: the part before the first parameter.
  const disallowedPaths = shut.map(({ path }) => path.split('$')[0] ?? path)
  const paths = [
    ...frame,
    ...['', ...locales.map((locale) => `/${locale}`)].flatMap((language) => disallowedPaths.map((path) => language + path)),
  ]
  return ['User-agent: *', ...paths.map((path) => `Disallow: ${path}`), `Sitemap: ${config.publicUrl}/sitemap.xml`, ''].join('\n')
}
