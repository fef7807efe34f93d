import { useCallback, useMemo, useState } from 'react'
import type { Page } from 'stoa/api-types'
import type { Rows } from '../api/batch.ts'
import type { ListState } from './list-address.ts'

/** The selected rows, or all that match the filters. */
export interface Selection {
  ids: ReadonlySet<number>
  /** All matching rows, including those of other pages. */
  all: boolean
  /** Number of selected rows. */
  count: number
  pick: (id: number, on: boolean) => void
  set: (ids: Iterable<number>) => void
  takeAll: () => void
  /** The selection as input of a batch request. */
  rows: () => Rows
}

const none: ReadonlySet<number> = new Set()

/** Selection of a list. It is cleared when the filters change. */
export function useSelection(state: ListState, page: Page | undefined): Selection {
  const filter = useMemo(() => ({ ...state.filters, ...(state.q ? { q: state.q } : {}) }), [state.filters, state.q])
  const filterKey = JSON.stringify(filter)
  const [selection, setSelection] = useState({ filterKey: filterKey, ids: none, all: false })
  const total = page?.total ?? 0
  const mine = selection.filterKey === filterKey ? selection : { filterKey: filterKey, ids: none, all: false }

  const set = useCallback((ids: Iterable<number>) => setSelection({ filterKey: filterKey, ids: new Set(ids), all: false }), [filterKey])
  const pick = useCallback(
    (id: number, on: boolean) =>
      setSelection((before) => {
        const ids = new Set(before.filterKey === filterKey ? before.ids : none)
        if (on) ids.add(id)
        else ids.delete(id)
        return { filterKey: filterKey, ids, all: false }
      }),
    [filterKey],
  )
  const takeAll = () => setSelection({ ...mine, all: true })
  const rows = (): Rows => (mine.all ? { matching: { filter, count: total } } : { ids: [...mine.ids] })
  return { ids: mine.ids, all: mine.all, count: mine.all ? total : mine.ids.size, pick, set, takeAll, rows }
}
