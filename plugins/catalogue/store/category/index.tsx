import { useNavigate } from '@tanstack/react-router'
import { Link, NotThere, RichText, useT } from '../../../../ui-store/src/kit/index.ts'
import type { HeadInfo, ScreenContext } from '../../../../ui-store/src/kit/index.ts'
import type { CategoryView, ProductSort } from '../../wire.ts'
import { Crumbs, crumbList, crumbsAbove } from '../shared/crumbs.tsx'
import { Pager } from '../shared/pager.tsx'
import { ProductGrid } from '../shared/product-card.tsx'

const LIMIT = 20
const SORTS: ProductSort[] = ['newest', 'price', '-price', 'name']

interface CategoryData {
  view: CategoryView
  sort: ProductSort
}

const pageOf = (text: string | undefined): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1)

const sortOf = (text: string | undefined): ProductSort => SORTS.find((sort) => sort === text) ?? 'newest'

export const load = async ({ call, language, params, search }: ScreenContext): Promise<CategoryData> => {
  const sort = sortOf(search.sort)
  const page = pageOf(search.page)
  const view = await call.post<CategoryView>('/api/category', {
    url: params.url,
    language,
    page,
    limit: LIMIT,
    sort,
  })
  if (page > 1 && view.products.data.length === 0) throw new NotThere()
  return { view, sort }
}

const addressOf = (view: CategoryView, sort: ProductSort, page: number): string => {
  const query = new URLSearchParams()
  if (sort !== 'newest') query.set('sort', sort)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return `/category/${view.url}${text ? `?${text}` : ''}`
}

/** Sorted views are the same list: they point at the plain one. Further pages stand for themselves. */
export const head = ({ view }: CategoryData, context: ScreenContext): HeadInfo => ({
  title: view.meta_title || view.title,
  // Nobody wrote one: what there is to buy says more than nothing.
  description:
    view.meta_description ||
    view.description ||
    `${view.title}: ${view.products.data
      .slice(0, 5)
      .map((card) => card.name)
      .join(', ')}`,
  path: addressOf(view, 'newest', view.products.page),
  image: view.image,
  jsonLd: [
    crumbList(context, crumbsAbove(view.crumbs, view.url), {
      title: view.title,
      path: `/category/${view.url}`,
    }),
    {
      '@type': 'ItemList',
      numberOfItems: view.products.total,
      itemListElement: view.products.data.map((card, i) => ({
        '@type': 'ListItem',
        position: (view.products.page - 1) * view.products.limit + i + 1,
        name: card.name,
        url: `${context.bootstrap.origin}${context.prefix}/product/${card.url}`,
      })),
    },
  ],
})

const SortPicker = ({ view, sort }: CategoryData) => {
  const t = useT()
  const navigate = useNavigate()
  const choose = (value: ProductSort) => {
    const search = value === 'newest' ? {} : { sort: value }
    void navigate({
      to: '/category/$url',
      params: { url: view.url } as never,
      search: search as never,
      resetScroll: false,
    })
  }
  return (
    <form className="sort" method="get">
      <label htmlFor="sort">{t('catalogue.sort.label')}</label>
      <select id="sort" name="sort" value={sort} onChange={(event) => choose(sortOf(event.target.value))}>
        {SORTS.map((value) => (
          <option key={value} value={value}>
            {t(`catalogue.sort.${value}`)}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="button button-quiet">
          {t('catalogue.sort.apply')}
        </button>
      </noscript>
    </form>
  )
}

const Empty = () => {
  const t = useT()
  return (
    <div className="empty-state">
      <h2>{t('catalogue.empty.title')}</h2>
      <p>{t('catalogue.empty.text')}</p>
      <Link className="button" to="/">
        {t('shell.to_home')}
      </Link>
    </div>
  )
}

export default function CategoryScreen({ data }: { data: CategoryData }) {
  const t = useT()
  const { view, sort } = data
  const { products } = view
  const count = products.more ? `${products.total}+` : String(products.total)
  return (
    <div className="page">
      <Crumbs crumbs={crumbsAbove(view.crumbs, view.url)} here={view.title} />
      <header className="list-head">
        <h1>{view.title}</h1>
        {view.description && <RichText html={view.description} className="lead" />}
      </header>
      {view.children.length > 0 && (
        <ul className="chips">
          {view.children.map((child) => (
            <li key={child.id}>
              <Link to={`/category/${child.url}`}>{child.title}</Link>
            </li>
          ))}
        </ul>
      )}
      {products.data.length === 0 ? (
        <Empty />
      ) : (
        <>
          <div className="list-tools">
            <output>{t('catalogue.count', { count: products.total, shown: count })}</output>
            <SortPicker view={view} sort={sort} />
          </div>
          <ProductGrid cards={products.data} eager={2} level={2} />
          <Pager list={products} address={(page) => addressOf(view, sort, page)} />
        </>
      )}
    </div>
  )
}
