import { useNavigate } from '@tanstack/react-router'
import { Keep, Link, useT } from 'stoa/store'
import type { ProductList } from '../../api-types.ts'
import { Pager } from '../shared/pager.tsx'
import { ProductGrid } from '../shared/product-card.tsx'
import { getAddress, type ListAddress, getQuery, getSorts } from './address.ts'
import { ChosenFilters } from './active-filters.tsx'
import { FilterDrawer } from './filter-drawer.tsx'
import { FilterForm } from './filter-form.tsx'
import { useGates } from '../shared/use-gates.ts'

interface ListProps {
  list: ProductList
  at: ListAddress
  /** Path of the list without prefix and query. */
  path: string
  searching?: boolean
  /** Shown for an empty list without filters. */
  empty: React.ReactNode
}

/** Navigates to another view of the list after the optimistic state is rendered. */
const useMove = (path: string, searching: boolean) => {
  const navigate = useNavigate()
  return (next: ListAddress) => {
    const go = () => void navigate({ to: path, search: getQuery(next, searching) as never, resetScroll: false })
    requestAnimationFrame(() => setTimeout(go))
  }
}

const SortPicker = ({ at, move, searching }: { at: ListAddress; move: (next: ListAddress) => void; searching: boolean }) => {
  const t = useT()
  const gates = useGates()
  // No sorting by price for visitors who may not see prices.
  const sorts = getSorts(searching).filter((sort) => gates.price || !sort.endsWith('price'))
  return (
    <form className="sort" method="get">
      {Object.entries(at.filter).map(([word, values]) => (
        <input key={word} type="hidden" name={word} value={values.join(',')} />
      ))}
      <label htmlFor="sort">{t('catalogue.sort.label')}</label>
      <select
        id="sort"
        name="sort"
        value={sorts.includes(at.sort) ? at.sort : sorts[0]}
        onChange={({ target }) => move({ ...at, page: 1, sort: sorts.find((sort) => sort === target.value) ?? at.sort })}
      >
        {sorts.map((value) => (
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

/** A product list with filters: beside it on desktop, in a drawer on phones, below it without JavaScript. Every view has its own URL. */
export const List = ({ list, at, path, searching = false, empty }: ListProps) => {
  const t = useT()
  const move = useMove(path, searching)
  const facets = list.facets ?? []
  const active = Object.values(at.filter).flat().length
  const count = list.more ? `${list.total}+` : String(list.total)
  if (list.total === 0 && active === 0) return empty
  const form = (idPrefix: string) => <FilterForm id={idPrefix} facets={facets} at={at} move={move} searching={searching} />
  return (
    <div className="listing">
      <div className="list-tools">
        <output>{t('catalogue.count', { count: list.total, shown: count })}</output>
        {facets.length > 0 && (
          <FilterDrawer active={active} count={count}>
            {form('drawer')}
          </FilterDrawer>
        )}
        <SortPicker at={at} move={move} searching={searching} />
      </div>
      <div className={facets.length > 0 ? 'list-split' : undefined}>
        <div className="list-main">
          <ChosenFilters facets={facets} at={at} path={path} searching={searching} />
          {list.data.length > 0 ? (
            <ProductGrid cards={list.data} eager={2} level={2} />
          ) : (
            <div className="empty-state">
              <h2>{t('catalogue.filter.none_title')}</h2>
              <p>{t('catalogue.filter.none')}</p>
              <Link className="button" to={getAddress(path, { ...at, page: 1, filter: {} }, searching)}>
                {t('catalogue.filter.clear')}
              </Link>
            </div>
          )}
          <Pager list={list} address={(page) => getAddress(path, { ...at, page }, searching)} />
        </div>
        {facets.length > 0 && (
          <Keep
            as="aside"
            name="catalogue/filters"
            dependsOn={[facets, at, searching]}
            className="filter-side"
            aria-label={t('catalogue.filter.title')}
          >
            {form('side')}
          </Keep>
        )}
      </div>
    </div>
  )
}
