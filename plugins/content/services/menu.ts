import { type Ctx, richToHtml, sql } from 'stoa'
import type { MenuNode, MenuView } from '../api-types.ts'
import { productCards } from './goods.ts'
import { menuType } from './menu-types.ts'
import { scopeCss } from './scope-css.ts'
import { translatedSql } from './texts.ts'

type Line = Omit<MenuNode, 'to' | 'children'> & { parent_id: number | null }

/** The menu: enabled entries with a target whose parents are enabled; cached until an entry changes. */
export const menuTree = (ctx: Ctx): Promise<MenuNode[]> =>
  ctx.kernel.cache.get(`menu tree ${ctx.language}`, ['menu', 'setting'], 300_000, async () => {
    const lines = await ctx.kernel.db.rows<Line>(sql`
      select m.id, m.parent_id, ${translatedSql(ctx, 'm', 'title')} as title, m.type, coalesce(m.url, '') as url, m.open_in_current_tab,
        m.display_in_mobile, m.display_in_desktop
      from menu m where m.enabled order by m."order", m.id`)
    const nodes = (parent: number | null): MenuNode[] =>
      lines
        .filter((line) => line.parent_id === parent)
        .flatMap(({ parent_id: _, ...line }) => {
          const to = menuType(ctx.kernel, line.type)?.to(line.url)
          return to === undefined ? [] : [{ ...line, to, children: nodes(line.id) }]
        })
    return nodes(null)
  })

type Row = Omit<MenuView, 'to' | 'products' | 'css'> & { css: string | null; product_ids: number[] }

/** The page data of the first enabled entry with this url; an empty object when there is none. */
export async function readMenu(ctx: Ctx, url: string): Promise<MenuView | Record<string, never>> {
  const row = await ctx.kernel.db.one<Row>(sql`
    select m.id, ${translatedSql(ctx, 'm', 'title')} as title, m.type, m.url, m.open_in_current_tab, m.display_in_mobile, m.display_in_desktop,
      ${translatedSql(ctx, 'm', 'short_description')} as short_description, m.image, ${translatedSql(ctx, 'm', 'meta_title')} as meta_title,
      ${translatedSql(ctx, 'm', 'meta_description')} as meta_description, m.css,
      (select coalesce(json_agg(l.product_id order by l."order"), '[]') from menu_product l where l.menu_id = m.id) as product_ids
    from menu m where m.url = ${url} and m.enabled order by m.id limit 1`)
  if (!row) return {}
  const to = menuType(ctx.kernel, row.type)?.to(row.url)
  if (to === undefined) return {}
  const { product_ids, css, ...view } = row
  const styles = await scopeCss(css, `.menu-${row.id}`)
  return {
    ...view,
    to,
    short_description: richToHtml(view.short_description),
    products: await productCards(ctx, { ids: product_ids }, 12),
    ...(styles ? { css: styles } : {}),
  }
}
