import { type Ctx, id, pick, richToHtml, sql, verify } from '#core'
import type { PageView } from '../wire.ts'
import { scopeCss } from './scope-css.ts'

interface PageRow extends Omit<PageView, 'css' | 'header_script' | 'footer_script'> {
  css: string | null
  header_script: string | null
  footer_script: string | null
}

/** Enabled pages as links. */
export const pageLinks = (ctx: Ctx): Promise<{ title: string; url: string }[]> =>
  ctx.kernel.cache.get(`page links ${ctx.language}`, ['page', 'setting'], 60_000, () =>
    ctx.kernel.db.rows(
      sql`select ${pick(sql`p.title`, ctx.language, ctx.main)} as title, p.url from page p where p.enabled order by p.id limit 1000`,
    ),
  )

/**
 * A page as the store shows it; undefined when there is none. With a valid preview it need not be enabled. The
 * shop's own scripts stay out of browsers that hold a staff session.
 */
export async function readPage(ctx: Ctx, url: string, o: { preview: string; staff: boolean }): Promise<PageView | undefined> {
  const t = (column: 'title' | 'short_description' | 'content' | 'meta_title' | 'meta_description') =>
    sql`coalesce(${pick(sql`p.${id(column)}`, ctx.language, ctx.main)}, '')`
  const row = await ctx.kernel.db.one<PageRow>(sql`
    select p.id, ${t('title')} as title, p.url, ${t('short_description')} as short_description, ${t('content')} as content, p.image,
      ${t('meta_title')} as meta_title, ${t('meta_description')} as meta_description, p.css, p.header_script, p.footer_script, p.updated_at
    from page p where p.url = ${url} and (p.enabled or ${isPreview(ctx, 'page', url, o.preview)})`)
  if (!row) return undefined
  const { css, header_script, footer_script, ...page } = row
  const styles = await scopeCss(css, `.page-${row.id}`)
  return {
    ...page,
    short_description: richToHtml(page.short_description),
    content: richToHtml(page.content),
    ...(styles ? { css: styles } : {}),
    ...(header_script && !o.staff ? { header_script } : {}),
    ...(footer_script && !o.staff ? { footer_script } : {}),
  }
}

/** Whether staff made a link with which this row may be seen before it is shown to all. */
export function isPreview(ctx: Ctx, resource: string, url: string, preview: string): boolean {
  const [until = '', signature = ''] = preview.split('.')
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1_000 < Date.now()) return false
  return verify(ctx.kernel.config, 'preview', `${resource} ${url} ${until}`, signature)
}
