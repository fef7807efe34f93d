import { basic, type Ctx, richToHtml, selectPublicFields, sql, type Sql } from 'stoa'
import type { ArticleCard, ArticleList, ArticleView, BlogCategoryView, CategoryLink } from '../api-types.ts'
import { productCards } from './goods.ts'
import { isPreview } from './preview.ts'
import { getPlain, translatedSql } from './texts.ts'

const getDay = (ctx: Ctx) => sql`coalesce(a.show_date, (a.created_at at time zone ${ctx.kernel.settings.of(basic).time_zone})::date)`

/** Condition for public articles; `a` is the article. */
const publishedSql = sql`a.visibled and coalesce(a.show_date, '-infinity') <= (select business_day())`
const inCategory = (id: number) =>
  sql`exists (select 1 from article_blog_category l where l.article_id = a.id and l.blog_category_id = ${id})`

const cardColumns = (ctx: Ctx) =>
  sql`a.id, ${translatedSql(ctx, 'a', 'title')} as title, a.url, ${translatedSql(ctx, 'a', 'short_description')} as summary, a.image, ${getDay(ctx)}::text as date`

async function cards(ctx: Ctx, where: Sql, limit: number, offset = 0): Promise<ArticleCard[]> {
  const rows = await ctx.kernel.db.rows<ArticleCard>(sql`
    select ${cardColumns(ctx)} from article a where ${publishedSql} and ${where}
    order by ${getDay(ctx)} desc, a.id desc limit ${limit} offset ${offset}`)
  return rows.map((row) => ({ ...row, summary: getPlain(row.summary) }))
}

/** The newest articles, optionally of one category. An unknown category has none. Cached for 30 seconds, or until an article changes. */
export async function newestArticles(ctx: Ctx, limit: number, category?: string): Promise<ArticleCard[]> {
  const found = category ? (await categories(ctx)).find((c) => c.url === category) : undefined
  if (category && !found) return []
  return ctx.kernel.cache.get(
    `newest articles ${ctx.language} ${limit} ${found?.id ?? ''}`,
    ['article', 'blog_category', 'setting'],
    30_000,
    () => cards(ctx, found ? inCategory(found.id) : sql`true`, limit),
  )
}

/** Visible categories in order; cached until one changes. */
const categories = (ctx: Ctx): Promise<(CategoryLink & { id: number })[]> =>
  ctx.kernel.cache.get(`blog categories ${ctx.language}`, ['blog_category', 'setting'], 300_000, () =>
    ctx.kernel.db.rows(
      sql`select c.id, ${translatedSql(ctx, 'c', 'title')} as title, c.url from blog_category c where c.visibled order by c."order", c.id`,
    ),
  )

const links = (list: readonly (CategoryLink & { id: number })[]): CategoryLink[] => list.map(({ title, url }) => ({ title, url }))

/** A page of articles, with the total. */
export async function listArticles(ctx: Ctx, where: Sql, page: number, limit: number): Promise<ArticleList> {
  const [data, count] = await Promise.all([
    cards(ctx, where, limit, (page - 1) * limit),
    ctx.kernel.db.one<{ n: number }>(sql`select count(*) as n from article a where ${publishedSql} and ${where}`),
  ])
  return { data, total: count?.n ?? 0, page, limit }
}

/** A visible category with a page of its articles; undefined when there is none. */
export async function readBlogCategory(ctx: Ctx, url: string, page: number, limit: number): Promise<BlogCategoryView | undefined> {
  const all = await categories(ctx)
  const category = all.find((c) => c.url === url)
  if (!category) return undefined
  const [texts, articles] = await Promise.all([
    ctx.kernel.db.one<Omit<BlogCategoryView, 'categories' | 'articles'>>(sql`
      select c.id, ${translatedSql(ctx, 'c', 'title')} as title, c.url, ${translatedSql(ctx, 'c', 'short_description')} as short_description, c.image,
        ${translatedSql(ctx, 'c', 'meta_title')} as meta_title, ${translatedSql(ctx, 'c', 'meta_short_description')} as meta_short_description
      from blog_category c where c.id = ${category.id}`),
    listArticles(ctx, inCategory(category.id), page, limit),
  ])
  return texts && { ...texts, short_description: richToHtml(texts.short_description), categories: links(all), articles }
}

type Row = Omit<ArticleView, 'categories' | 'products' | 'related'> & { category_ids: number[]; product_ids: number[]; shown?: unknown }

/** A published article, or one with a valid preview token; otherwise undefined. */
export async function readArticle(ctx: Ctx, url: string, preview: string): Promise<ArticleView | undefined> {
  const shownValues = selectPublicFields(ctx.kernel, { name: 'article' }, 'page')
  const row = await ctx.kernel.db.one<Row>(sql`
    select ${cardColumns(ctx)}, ${translatedSql(ctx, 'a', 'short_description')} as short_description, ${translatedSql(ctx, 'a', 'content')} as content,
      a.banner, ${translatedSql(ctx, 'a', 'meta_title')} as meta_title, ${translatedSql(ctx, 'a', 'meta_short_description')} as meta_short_description, a.updated_at,
      (select coalesce(json_agg(l.blog_category_id order by l."order"), '[]') from article_blog_category l where l.article_id = a.id) as category_ids,
      (select coalesce(json_agg(l.product_id order by l."order"), '[]') from article_product l where l.article_id = a.id) as product_ids ${shownValues.column(ctx, 'a')}
    from article a where a.url = ${url} and (${publishedSql} or ${isPreview(ctx, 'article', url, preview)})`)
  if (!row) return undefined
  const { category_ids, product_ids, shown: values, ...article } = row
  const [all, products, related] = await Promise.all([
    categories(ctx),
    productCards(ctx, { ids: product_ids }, 8),
    cards(
      ctx,
      sql`a.id <> ${row.id} and exists (select 1 from article_blog_category l
      where l.article_id = a.id and l.blog_category_id = any(${category_ids}::bigint[]))`,
      3,
    ),
  ])
  return {
    ...article,
    ...shownValues.values(ctx, values),
    summary: getPlain(article.summary),
    short_description: richToHtml(article.short_description),
    content: richToHtml(article.content),
    categories: links(category_ids.flatMap((id) => all.filter((c) => c.id === id))),
    products,
    related,
  }
}
