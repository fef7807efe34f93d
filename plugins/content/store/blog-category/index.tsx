import { Link, NotThere, RichText, useT, type HeadInfo, type ScreenContext } from 'stoa/store'
import { Pager } from 'stoa/plugins/catalogue/store'
import type { BlogCategoryView } from '../../api-types.ts'
import { ArticleGrid } from '../shared/article-card.tsx'
import { Trail, trailList } from '../shared/breadcrumbs.tsx'

const getAddress = ({ url }: { url: string }, page = 1) => `/blog/category/${url}${page > 1 ? `?page=${page}` : ''}`

export const load = async ({ call, params, language, search }: ScreenContext): Promise<BlogCategoryView> => {
  // An invalid page number means the first page.
  const page = /^[1-9]\d{0,2}$/.test(search.page ?? '') ? Number(search.page) : 1
  const found = await call.post<BlogCategoryView>('/api/blog_category', { url: params.url, language, page })
  if (found.articles.page > 1 && found.articles.data.length === 0) throw new NotThere()
  return found
}

export const head = (category: BlogCategoryView, context: ScreenContext): HeadInfo => ({
  title: category.meta_title || category.title,
  description: category.meta_short_description || category.short_description,
  path: getAddress(category, category.articles.page),
  image: category.image ?? category.articles.data[0]?.image ?? null,
  jsonLd: [
    trailList(context, [{ title: category.title, path: getAddress(category) }]),
    {
      '@type': 'ItemList',
      itemListElement: category.articles.data.map(({ title, url }, i) => ({
        '@type': 'ListItem',
        position: i + 1,
        name: title,
        url: `${context.bootstrap.origin}${context.prefix}/blog/article/${url}`,
      })),
    },
  ],
})

export default function BlogCategoryScreen({ data: category }: { data: BlogCategoryView }) {
  const t = useT()
  const { articles, categories } = category
  return (
    <section className="page blog">
      <Trail steps={[]} here={category.title} />
      <h1>{category.title}</h1>
      {category.short_description && <RichText className="lead" html={category.short_description} />}
      {categories.length > 1 && (
        <nav className="blog-tabs" aria-label={t('content.blog.categories')}>
          {categories.map((other) => (
            <Link key={other.url} to={getAddress(other)} aria-current={other.url === category.url ? 'page' : undefined}>
              {other.title}
            </Link>
          ))}
        </nav>
      )}
      {articles.data.length > 0 ? <ArticleGrid cards={articles.data} eager={3} level={2} /> : <p>{t('content.blog.empty')}</p>}
      <Pager list={articles} address={(page) => getAddress(category, page)} />
    </section>
  )
}
