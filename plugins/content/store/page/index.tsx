import { FieldList, Markup, Picture, RichText, StaffNote, usePageScripts, type HeadInfo, type ScreenContext } from 'stoa/store'
import { ProductGrid } from 'stoa/plugins/catalogue/store'
import type { MenuView, PageView } from '../../api-types.ts'
import { Trail, trailList } from '../shared/breadcrumbs.tsx'

interface PageData {
  page: PageView
  /** Page data of the menu entry: banner and products. */
  entry: Partial<MenuView>
  /** Custom script in the field that the frame reads. */
  header_script?: string
  footer_script?: string
}

export const load = async ({ call, params, language, search }: ScreenContext): Promise<PageData> => {
  const { url } = params
  const [page, found] = await Promise.all([
    call.post<PageView>('/api/page', { url, language, ...(search.preview ? { preview: search.preview } : {}) }),
    call.post<Partial<MenuView>>('/api/menu', { url, language }),
  ])
  const { header_script, footer_script, ...rest } = page
  return {
    page: rest,
    entry: found.type === 'page' ? found : {},
    ...(header_script ? { header_script } : {}),
    ...(footer_script ? { footer_script } : {}),
  }
}

/** A page has two URLs (`/about` and `/page/about`). The shorter one is canonical. */
export const head = ({ page, entry }: PageData, context: ScreenContext): HeadInfo => ({
  title: page.meta_title || entry.meta_title || page.title,
  description: page.meta_description || entry.meta_description || page.short_description || page.content,
  path: `/${page.url}`,
  image: page.image ?? entry.image ?? null,
  noindex: Boolean(context.search.preview),
  jsonLd: [trailList(context, [{ title: page.title, path: `/${page.url}` }])],
})

export default function PageScreen({ data }: { data: PageData }) {
  const { page, entry } = data
  usePageScripts(data)
  const image = page.image ?? entry.image
  return (
    <div className={`page-${page.id} menu-${entry.id ?? 0}`}>
      <Markup css={page.css} />
      <Markup css={entry.css} />
      <article className="page narrow static-page">
        <Trail steps={[]} here={page.title} />
        <h1>{page.title}</h1>
        {page.short_description && <RichText className="lead" html={page.short_description} />}
        {image && (
          <div className="page-image">
            <Picture path={image} alt="" seed={page.id} name="" first width={1200} height={600} sizes="(width >= 800px) 700px, 92vw" />
          </div>
        )}
        <RichText html={page.content} />
        <FieldList fields={page.fields} />
      </article>
      {entry.products && entry.products.length > 0 && (
        <section className="page">
          {entry.short_description && <RichText className="lead" html={entry.short_description} />}
          <ProductGrid cards={entry.products} />
        </section>
      )}
      {page.muted && <StaffNote />}
    </div>
  )
}
