import { Button, HTMLSelect } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import type { Page } from 'stoa/api-types'
import { useT } from '../i18n/index.ts'
import { pageSizes, type ListState } from './list-address.ts'

/** Pagination: current range, page size and navigation. */
export function Pager({
  page,
  state,
  change,
  whole,
}: {
  page: Page
  state: ListState
  change: (part: Partial<ListState>) => void
  /** All rows are shown, so there is no pagination. */
  whole: boolean
}) {
  const { t } = useT()
  const from = whole ? 1 : (state.page - 1) * state.limit + 1
  const to = from + page.data.length - 1
  const total = page.more ? t('list.atLeast', { count: page.total }) : page.total
  const last = !page.more && state.page * state.limit >= page.total
  if (whole) {
    return (
      <div className="pager">
        <span className="num">{t('list.range', { from, to, total })}</span>
      </div>
    )
  }
  return (
    <div className="pager">
      <span className="num">{t('list.range', { from, to, total })}</span>
      <label className="pager-size">
        <span>{t('list.perPage')}</span>
        <HTMLSelect minimal value={state.limit} options={pageSizes} onChange={(event) => change({ limit: Number(event.target.value) })} />
      </label>
      <div className="pager-buttons">
        <Button
          variant="minimal"
          icon={<ChevronLeft aria-hidden />}
          aria-label={t('list.previous')}
          disabled={state.page <= 1}
          onClick={() => change({ page: state.page - 1 })}
        />
        <span className="num" aria-current="page">
          {state.page}
        </span>
        <Button
          variant="minimal"
          icon={<ChevronRight aria-hidden />}
          aria-label={t('list.next')}
          disabled={last}
          onClick={() => change({ page: state.page + 1 })}
        />
      </div>
    </div>
  )
}
