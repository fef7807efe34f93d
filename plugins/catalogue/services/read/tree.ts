import { type Ctx, localizedSql, sql } from 'stoa'
import type { CategoryNode, Crumb } from '../../api-types.ts'

interface Node {
  id: number
  parent_id: number | null
  title: string
  url: string
  image: string | null
}

/** SQL: public categories: visible, with visible ancestors. Rows of `category`. */
export const shownCategoriesSql = sql`
  with recursive shown as (
    select c.* from category c where c.parent_id is null and c.visibled
    union all select c.* from category c join shown s on s.id = c.parent_id where c.visibled)
  select * from shown`

/** The visible categories in a language. Cached until a category changes, since every page needs them. */
export function categoryNodes(ctx: Ctx): Promise<Node[]> {
  return ctx.kernel.cache.get(`category nodes ${ctx.language}`, ['category', 'setting'], 300_000, () =>
    ctx.kernel.db
      .rows<Node>(sql`select c.id, c.parent_id, ${localizedSql(sql`c.title`, ctx.language, ctx.mainLanguage)} as title, c.url, c.image
      from (${shownCategoriesSql}) c order by c."order", c.id`),
  )
}

/** The tree below a category, or the whole tree. */
export function buildTree(nodes: readonly Node[], parent: number | null = null): CategoryNode[] {
  return nodes
    .filter((n) => n.parent_id === parent)
    .map((n) => ({ id: n.id, title: n.title, url: n.url, image: n.image, children: buildTree(nodes, n.id) }))
}

/** The path from the top level to a category, inclusive. */
export function getBreadcrumbs(nodes: readonly Node[], id: number | undefined): Crumb[] {
  const node = nodes.find((n) => n.id === id)
  return node ? [...getBreadcrumbs(nodes, node.parent_id ?? undefined), { title: node.title, url: node.url }] : []
}

/** A category and its descendants. */
export function getSubtree(nodes: readonly Node[], id: number): number[] {
  return [id, ...nodes.filter((n) => n.parent_id === id).flatMap((n) => getSubtree(nodes, n.id))]
}
