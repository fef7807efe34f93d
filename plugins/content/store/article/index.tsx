import { FieldList, fileUrl, notify, Picture, RichText, useT, type HeadInfo, type ScreenContext } from 'stoa/store'
import { ProductGrid } from 'stoa/plugins/catalogue/store'
import type { ArticleView } from '../../api-types.ts'
import { ArticleDate, ArticleGrid } from '../shared/article-card.tsx'
import { type Step, Trail, trailList } from '../shared/breadcrumbs.tsx'

export const load = ({ call, params, language, search }: ScreenContext): Promise<ArticleView> =>
  call.post<ArticleView>('/api/article', { url: params.url, language, ...(search.preview ? { preview: search.preview } : {}) })

const above = ({ categories }: ArticleView): Step[] =>
  categories.slice(0, 1).map(({ title, url }) => ({ title, path: `/blog/category/${url}` }))

export const head = (article: ArticleView, context: ScreenContext): HeadInfo => {
  const { origin } = context.bootstrap
  const { name } = context.shell.settings.basic
  const path = `/blog/article/${article.url}`
  const image = fileUrl(article.banner ?? article.image)
  const description = article.meta_short_description || article.summary
  const shop = { '@type': 'Organization', name, url: `${origin}/` }
  return {
    title: article.meta_title || article.title,
    description,
    path,
    image: article.banner ?? article.image,
    type: 'article',
    noindex: Boolean(context.search.preview),
    jsonLd: [
      {
        '@type': 'Article',
        headline: article.title,
        description,
        inLanguage: context.language,
        datePublished: article.date,
        dateModified: article.updated_at,
        mainEntityOfPage: origin + context.prefix + path,
        author: shop,
        publisher: shop,
        ...(image ? { image: [origin + image] } : {}),
      },
      trailList(context, [...above(article), { title: article.title, path }]),
    ],
  }
}

const Share = ({ title }: { title: string }) => {
  const t = useT()
  const share = async () => {
    const url = location.origin + location.pathname
    try {
      if (navigator.share) await navigator.share({ title, url })
      else {
        await navigator.clipboard.writeText(url)
        notify({ title: t('content.blog.copied') })
      }
    } catch {
      // The user has closed the share dialog.
    }
  }
  return (
    <button type="button" className="text-button" onClick={() => void share()}>
      {t('content.blog.share')}
    </button>
  )
}

export default function ArticleScreen({ data: article }: { data: ArticleView }) {
  const t = useT()
  const picture = article.banner ?? article.image
  return (
    <>
      <article className="page article">
        <header className="narrow">
          <Trail steps={above(article)} here={article.title} />
          <h1>{article.title}</h1>
          {article.short_description && <RichText className="lead" html={article.short_description} />}
          <p className="article-facts">
            <ArticleDate date={article.date} />
            <Share title={article.title} />
          </p>
        </header>
        {picture && (
          <div className="article-picture">
            <Picture
              path={picture}
              alt=""
              seed={article.id}
              name=""
              first
              width={1600}
              height={800}
              sizes="(width >= 1280px) 1216px, 94vw"
            />
          </div>
        )}
        <RichText className="article-text" html={article.content} />
        <FieldList fields={article.fields} />
      </article>
      {article.products.length > 0 && (
        <section className="page">
          <h2>{t('content.blog.products')}</h2>
          <ProductGrid cards={article.products} />
        </section>
      )}
      {article.related.length > 0 && (
        <section className="page">
          <h2>{t('content.blog.related')}</h2>
          <ArticleGrid cards={article.related} />
        </section>
      )}
    </>
  )
}
