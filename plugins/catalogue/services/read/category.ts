import { type Ctx, localizedSql, richToHtml, selectPublicFields, sql } from 'stoa'
import type { CategoryView } from '../../api-types.ts'
import { inCategories } from '../lists/filter.ts'
import { type ListingQuery, listProducts } from '../lists/listing.ts'
import { categoryNodes, getBreadcrumbs, getSubtree, buildTree } from './tree.ts'

/** A visible category with its products and those of its descendants; undefined if there is none. */
export async function readCategory(ctx: Ctx, url: string, q: ListingQuery): Promise<CategoryView | undefined> {
  const nodes = await categoryNodes(ctx)
  const node = nodes.find((n) => n.url === url)
  if (!node) return undefined
  const conditions = [inCategories(getSubtree(nodes, node.id))]
  const publicFields = selectPublicFields(ctx.kernel, { name: 'category' }, 'page')
  const [texts, products] = await Promise.all([
    ctx.kernel.cache.get(`category texts ${node.id} ${ctx.language}`, ['category', 'setting', ...publicFields.depends], 300_000, () =>
      ctx.kernel.db.one<{ description: string | null; meta_title: string | null; meta_description: string | null; shown?: unknown }>(sql`
      select ${localizedSql(sql`c.description`, ctx.language, ctx.mainLanguage)} as description, ${localizedSql(sql`c.meta_title`, ctx.language, ctx.mainLanguage)} as meta_title,
        ${localizedSql(sql`c.meta_description`, ctx.language, ctx.mainLanguage)}
        as meta_description ${publicFields.column(ctx, 'c')} from category c where c.id = ${node.id}`),
    ),
    listProducts(ctx, { key: `category ${node.id}`, conditions, position: 'category' }, q),
  ])
  return {
    id: node.id,
    title: node.title,
    url: node.url,
    image: node.image,
    description: richToHtml(texts?.description),
    meta_title: texts?.meta_title ?? '',
    meta_description: texts?.meta_description ?? '',
    crumbs: getBreadcrumbs(nodes, node.id),
    children: buildTree(nodes, node.id),
    products,
    ...publicFields.values(ctx, texts?.shown),
  }
}
