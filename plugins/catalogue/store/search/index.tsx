import { keywordProblem, SearchForm, useT, type HeadInfo, type ScreenContext } from 'stoa/store'
import type { ProductList } from '../../api-types.ts'
import { getAsk, type ListAddress, readAddress } from '../list/address.ts'
import { List } from '../list/list.tsx'

const LIMIT = 20

interface SearchData {
  keyword: string
  problem: string | null
  list: ProductList | null
  at: ListAddress
}

export const load = async ({ call, language, params, search }: ScreenContext): Promise<SearchData> => {
  const keyword = (params.keyword ?? '').trim()
  const problem = keywordProblem(keyword.normalize('NFKC'))
  const at = readAddress(search, true)
  if (problem) return { keyword, problem, list: null, at }
  const list = await call.post<ProductList>('/api/product/search', { ...getAsk(at), language, keyword, limit: LIMIT })
  return { keyword, problem: null, list, at }
}

export const head = ({ keyword }: SearchData, { t }: ScreenContext): HeadInfo => ({
  title: t('catalogue.search.title', { keyword }),
  noindex: true,
})

export default function SearchScreen({ data }: { data: SearchData }) {
  const t = useT()
  const { keyword, problem, list, at } = data
  const none = (
    <div className="empty-state">
      <p>{t('catalogue.search.none')}</p>
    </div>
  )
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
      {list && <List list={list} at={at} path={`/search/${encodeURIComponent(keyword)}`} searching empty={none} />}
    </div>
  )
}
