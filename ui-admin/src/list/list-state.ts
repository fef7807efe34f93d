import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ResourceInfo } from 'stoa/api-types'
import { history } from '../state/session.ts'
import { useSearchText } from '../shell/use-pathname.ts'
import { readState, writeState, type ListState } from './list-address.ts'

const PUSH_AFTER_MS = 500

/** A change that is not in the URL yet, with the URL it started from. */
interface Pending {
  state: ListState
  from: string
}

/** State of a list. A change is applied at once and written to the history half a second later. */
export function useListState(resource: ResourceInfo) {
  const search = useSearchText()
  const stored = useMemo(() => readState(search, resource), [search, resource])
  const [draft, setDraft] = useState<Pending | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pending = useRef<Pending | null>(null)
  // Once the URL has changed, it is the source of truth again.
  const state = draft?.from === search ? draft.state : stored

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    const next = pending.current
    pending.current = null
    if (!next || next.from !== history.location.search) return
    const text = writeState(next.state, resource)
    if (text === next.from) setDraft(null)
    else history.push(history.location.pathname + text)
  }, [resource])

  const change = useCallback(
    (part: Partial<ListState>) => {
      const before = pending.current?.from === search ? pending.current.state : stored
      // Any change except paging returns to page one.
      const next = { state: { ...before, page: 1, ...part }, from: search }
      pending.current = next
      setDraft(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, PUSH_AFTER_MS)
    },
    [flush, search, stored],
  )

  useEffect(() => () => clearTimeout(timer.current), [])

  return { state, change, flush }
}
