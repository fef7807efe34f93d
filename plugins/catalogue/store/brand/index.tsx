import { FieldList, NotThere, Picture, RichText, useT, type HeadInfo, type ScreenContext } from 'stoa/store'
import type { BrandView, ProductList } from '../../api-types.ts'
import { getAddress, getAsk, type ListAddress, readAddress } from '../list/address.ts'
import { List } from '../list/list.tsx'
import { Crumbs, crumbList } from '../shared/crumbs.tsx'

const LIMIT = 20

interface BrandData {
  brand: BrandView
  list: ProductList
  at: ListAddress
}

export const load = async ({ call, language, params, search }: ScreenContext): Promise<BrandData> => {
  const url = params.url ?? ''
  const { brand: _, ...filter } = readAddress(search).filter
  const at = { ...readAddress(search), filter }
  const query = Object.fromEntries(
    Object.entries({ ...getAsk(at), brand: url, language, limit: LIMIT }).map(([key, value]) => [key, String(value)]),
  )
  const [brand, list] = await Promise.all([
    call.post<BrandView>('/api/brand', { url, language }),
    call.get<ProductList>('/api/product', query),
  ])
  if (at.page > 1 && list.data.length === 0) throw new NotThere()
  return { brand, list: { ...list, facets: list.facets?.filter((facet) => facet.key !== 'brand') ?? [] }, at }
}

export const head = ({ brand, at }: BrandData, context: ScreenContext): HeadInfo => ({
  title: brand.title,
  description: brand.short_description || brand.description || brand.title,
  path: getAddress(`/brand/${brand.url}`, { page: Object.keys(at.filter).length > 0 ? 1 : at.page, sort: 'newest', filter: {} }),
  image: brand.image,
  ...(Object.keys(at.filter).length > 0 ? { noindex: true } : {}),
  jsonLd: [crumbList(context, [], { title: brand.title, path: `/brand/${brand.url}` }), { '@type': 'Brand', name: brand.title }],
})

/** Products of a brand. */
export default function BrandScreen({ data }: { data: BrandData }) {
  const t = useT()
  const { brand, list, at } = data
  return (
    <div className="page">
      <Crumbs crumbs={[]} here={brand.title} />
      <header className="list-head brand-head">
        {brand.image && <Picture path={brand.image} alt="" seed={brand.id} name={brand.title} width={120} height={120} sizes="120px" />}
        <div>
          <h1>{brand.title}</h1>
          {brand.short_description && <RichText html={brand.short_description} className="lead" />}
          <FieldList fields={brand.fields} />
        </div>
      </header>
      <List
        list={list}
        at={at}
        path={`/brand/${brand.url}`}
        empty={
          <div className="empty-state">
            <p>{t('catalogue.brand_empty')}</p>
          </div>
        }
      />
      {brand.description && (
        <section className="related narrow">
          <RichText html={brand.description} />
        </section>
      )}
    </div>
  )
}
