import { keywordProblem, SearchForm, useT } from '../../../../ui-store/src/kit/index.ts'
import type { HeadInfo, ScreenContext } from '../../../../ui-store/src/kit/index.ts'
import type { ProductList } from '../../wire.ts'
import { Pager } from '../shared/pager.tsx'
import { ProductGrid } from '../shared/product-card.tsx'

const LIMIT = 20

interface SearchData {
  keyword: string
  problem: string | null
  list: ProductList | null
}

export const load = async ({ call, language, params, search }: ScreenContext): Promise<SearchData> => {
  const keyword = (params.keyword ?? '').trim()
  const problem = keywordProblem(keyword)
  if (problem) return { keyword, problem, list: null }
  const page = /^[1-9]\d{0,5}$/.test(search.page ?? '') ? Number(search.page) : 1
  const list = await call.post<ProductList>('/api/product/search', { language, keyword, page, limit: LIMIT })
  return { keyword, problem: null, list }
}

export const head = ({ keyword }: SearchData, { t }: ScreenContext): HeadInfo => ({
  title: t('catalogue.search.title', { keyword }),
  noindex: true,
})

export default function SearchScreen({ data }: { data: SearchData }) {
  const t = useT()
  const { keyword, problem, list } = data
  const address = (page: number) => `/search/${encodeURIComponent(keyword)}${page > 1 ? `?page=${page}` : ''}`
  return (
    <div className="page">
      <header className="list-head">
        <h1>{t('catalogue.search.title', { keyword })}</h1>
        <SearchForm keyword={keyword} large />
        {problem && (
          <p className="field-problem" role="alert">
            {t(problem)}
          </p>
        )}
      </header>
      {list && (
        <>
          <output className="list-tools">
            {t('catalogue.count', {
              count: list.total,
              shown: list.more ? `${list.total}+` : String(list.total),
            })}
          </output>
          {list.data.length > 0 ? (
            <ProductGrid cards={list.data} eager={2} level={2} />
          ) : (
            <div className="empty-state">
              <p>{t('catalogue.search.none')}</p>
            </div>
          )}
          <Pager list={list} address={address} />
        </>
      )}
    </div>
  )
}
