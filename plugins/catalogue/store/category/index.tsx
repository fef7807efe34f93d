import { FieldList, Link, NotThere, RichText, useT, type HeadInfo, type ScreenContext } from 'stoa/store'
import type { CategoryView } from '../../api-types.ts'
import { getAddress, getAsk, type ListAddress, readAddress } from '../list/address.ts'
import { List } from '../list/list.tsx'
import { Crumbs, crumbList, crumbsAbove } from '../shared/crumbs.tsx'

const LIMIT = 20

interface CategoryData {
  view: CategoryView
  at: ListAddress
}

export const load = async ({ call, language, params, search }: ScreenContext): Promise<CategoryData> => {
  const at = readAddress(search)
  const view = await call.post<CategoryView>('/api/category', { ...getAsk(at), url: params.url, language, limit: LIMIT })
  if (at.page > 1 && view.products.data.length === 0) throw new NotThere()
  return { view, at }
}

/**
 * Sorted and filtered views have the plain list as canonical URL. Filtered views are `noindex`, since their number is
 * unlimited. Further pages are canonical themselves.
 */
export const head = ({ view, at }: CategoryData, context: ScreenContext): HeadInfo => ({
  title: view.meta_title || view.title,
  // Without a description, the products are listed instead.
  description:
    view.meta_description ||
    view.description ||
    `${view.title}: ${view.products.data
      .slice(0, 5)
      .map((card) => card.name)
      .join(', ')}`,
  path: getAddress(`/category/${view.url}`, { page: Object.keys(at.filter).length > 0 ? 1 : at.page, sort: 'newest', filter: {} }),
  image: view.image,
  ...(Object.keys(at.filter).length > 0 ? { noindex: true } : {}),
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
  const { view, at } = data
  return (
    <div className="page">
      <Crumbs crumbs={crumbsAbove(view.crumbs, view.url)} here={view.title} />
      <header className="list-head">
        <h1>{view.title}</h1>
        {view.description && <RichText html={view.description} className="lead" />}
        <FieldList fields={view.fields} />
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
      <List list={view.products} at={at} path={`/category/${view.url}`} empty={<Empty />} />
    </div>
  )
}
