import { type Ctx, richToHtml, selectPublicFields, sql } from 'stoa'
import type { BlockView, PageView } from '../api-types.ts'
import { isPreview } from './preview.ts'
import { scopeCss } from './scope-css.ts'
import { translatedSql } from './texts.ts'

interface PageRow extends Omit<PageView, 'css' | 'header_script' | 'footer_script'> {
  css: string | null
  header_script: string | null
  footer_script: string | null
  shown?: unknown
}

/** Links to enabled pages. */
export const pageLinks = (ctx: Ctx): Promise<{ title: string; url: string }[]> =>
  ctx.kernel.cache.get(`page links ${ctx.language}`, ['page', 'setting'], 60_000, () =>
    ctx.kernel.db.rows(
      sql`select ${translatedSql(ctx, 'p', 'title')} as title, p.url from page p where p.enabled order by p.id limit 1000`,
    ),
  )

/**
 * An enabled page, or any page with a valid preview token; undefined when there is none. Custom scripts are left out for browsers with a
 * staff session.
 */
export async function readPage(ctx: Ctx, url: string, o: { preview: string; staff: boolean }): Promise<PageView | undefined> {
  const publicFields = selectPublicFields(ctx.kernel, { name: 'page' }, 'page')
  const row = await ctx.kernel.db.one<PageRow>(sql`
    select p.id, ${translatedSql(ctx, 'p', 'title')} as title, p.url, ${translatedSql(ctx, 'p', 'short_description')} as short_description,
      ${translatedSql(ctx, 'p', 'content')} as content, p.image, ${translatedSql(ctx, 'p', 'meta_title')} as meta_title,
      ${translatedSql(ctx, 'p', 'meta_description')} as meta_description, p.css, p.header_script, p.footer_script, p.updated_at ${publicFields.column(ctx, 'p')}
    from page p where p.url = ${url} and (p.enabled or ${isPreview(ctx, 'page', url, o.preview)})`)
  if (!row) return undefined
  const { css, header_script, footer_script, shown: values, ...page } = row
  const styles = await scopeCss(css, `.page-${row.id}`)
  return {
    ...page,
    ...publicFields.values(ctx, values),
    short_description: richToHtml(page.short_description),
    content: richToHtml(page.content),
    ...(styles ? { css: styles } : {}),
    ...(o.staff ? (header_script || footer_script ? { muted: true as const } : {}) : scripts(header_script, footer_script)),
  }
}

const scripts = (header: string | null, footer: string | null) => ({
  ...(header ? { header_script: header } : {}),
  ...(footer ? { footer_script: footer } : {}),
})

/** Identifiers of the enabled blocks. Checked first, so that unknown identifiers do not fill the cache. */
const blockNames = (ctx: Ctx): Promise<ReadonlySet<string>> =>
  ctx.kernel.cache.get('block names', ['block'], 300_000, async () => {
    const rows = await ctx.kernel.db.rows<{ identifier: string }>(sql`select b.identifier from block b where b.enabled`)
    return new Set(rows.map((row) => row.identifier))
  })

/** The enabled block with this identifier, or an empty object, because templates ask for optional blocks. Cached until a block changes. */
export async function readBlock(ctx: Ctx, identifier: string): Promise<BlockView> {
  if (!(await blockNames(ctx)).has(identifier)) return {}
  return ctx.kernel.cache.get(`block ${ctx.language} ${identifier}`, ['block', 'setting'], 300_000, async () => {
    const row = await ctx.kernel.db.one<{ identifier: string; title: string; content: string; css: string | null }>(sql`
      select b.identifier, ${translatedSql(ctx, 'b', 'title')} as title, ${translatedSql(ctx, 'b', 'content')} as content, b.css
      from block b where b.identifier = ${identifier} and b.enabled`)
    if (!row) return {}
    const css = await scopeCss(row.css, `.block-${row.identifier}`)
    return { identifier: row.identifier, title: row.title, content: richToHtml(row.content), ...(css ? { css } : {}) }
  })
}
