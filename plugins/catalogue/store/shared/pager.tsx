import { Link, useT } from 'stoa/store'
import type { ProductList } from '../../api-types.ts'

/** Page numbers around the current one, with first and last; 0 marks a gap. */
const numbers = (page: number, last: number): number[] => {
  const pageNumbers = [1, page - 1, page, page + 1, last].filter((n) => n >= 1 && n <= last)
  const sorted = [...new Set(pageNumbers)].toSorted((a, b) => a - b)
  return sorted.flatMap((n, i) => (n - (sorted[i - 1] ?? n) > 1 ? [0, n] : [n]))
}

/** Pagination links with URLs. */
export const Pager = ({ list, address }: { list: Pick<ProductList, 'page' | 'limit' | 'total'>; address: (page: number) => string }) => {
  const t = useT()
  const last = Math.ceil(list.total / list.limit)
  if (last < 2) return null
  return (
    <nav className="pager" aria-label={t('catalogue.pages')}>
      <ul>
        {list.page > 1 && (
          <li>
            <Link to={address(list.page - 1)} rel="prev">
              {t('catalogue.previous')}
            </Link>
          </li>
        )}
        {numbers(list.page, last).map((n, i) => (
          <li key={n === 0 ? `gap-${i}` : n}>
            {n === 0 ? (
              <span aria-hidden="true">…</span>
            ) : (
              <Link
                to={address(n)}
                aria-label={t('catalogue.page_number', { page: n })}
                aria-current={n === list.page ? 'page' : undefined}
              >
                {n}
              </Link>
            )}
          </li>
        ))}
        {list.page < last && (
          <li>
            <Link to={address(list.page + 1)} rel="next">
              {t('catalogue.next')}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}
