import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Candidate } from 'stoa/api-types'
import { optionsQuery } from '../../api/resource.ts'
import { ASK_AFTER_MS, useDebounced } from '../../common/use-debounced.ts'
import { useT } from '../../i18n/index.ts'

const none: Candidate[] = []

/** Sorts options: exact matches first, then prefix matches. */
function bestFirst(options: Candidate[], query: string): Candidate[] {
  const normalizedQuery = query.trim().toLowerCase()
  if (normalizedQuery === '') return options
  const rank = ({ label }: Candidate) => {
    const name = label.toLowerCase()
    return name === normalizedQuery ? 0 : name.startsWith(normalizedQuery) ? 1 : 2
  }
  return [...options].sort((a, b) => rank(a) - rank(b))
}

/** Applies a delayed Enter after the response: the list handles it; if it is closed, the first option is chosen for the field. */
function handleEnter(
  field: EventTarget,
  { choose, items: [first] }: { choose: (option: Candidate) => void; items: readonly Candidate[] },
): void {
  if (document.activeElement !== field) return first && choose(first)
  for (const type of ['keydown', 'keyup']) field.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, cancelable: true }))
}

/** Keys that do not change the query and do not cancel a delayed Enter. */
const quiet = new Set(['Tab', 'Shift', 'Enter'])

/**
 * Options of a relation for the typed text. An Enter before the response waits for it, because it must not select from an outdated list.
 * `choose` is called when the field has lost the focus meanwhile.
 */
export function useCandidates(resource: string, choose: (option: Candidate) => void) {
  const { t, language } = useT()
  const [query, setQuery] = useState('')
  const debouncedQuery = useDebounced(query, ASK_AFTER_MS)
  const found = useQuery(optionsQuery(resource, { q: debouncedQuery }, language))
  const awaited = debouncedQuery !== query || found.isPlaceholderData || found.isPending
  const items = useMemo(() => bestFirst(found.data ?? none, debouncedQuery), [found.data, debouncedQuery])
  const targetRef = useRef<EventTarget>(null)
  const latest = useRef({ choose, items })
  useEffect(() => {
    const chosen = (option: Candidate) => {
      setQuery('')
      choose(option)
    }
    latest.current = { choose: chosen, items }
  })
  useEffect(() => {
    const field = targetRef.current
    if (awaited || !field) return
    targetRef.current = null
    // After the list is rendered with the response and its first option is active.
    setTimeout(() => handleEnter(field, latest.current))
  }, [awaited])

  const keys = {
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (!quiet.has(event.key)) targetRef.current = null
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || !awaited || query.trim() === '') return
      event.preventDefault()
      event.stopPropagation()
      targetRef.current = event.target
    },
  }
  /** Note at the end of a disabled option. */
  const getNote = ({ enabled }: Candidate) => (enabled === false ? t('status.disabled') : '')
  return { query, setQuery, items, keys, getNote: getNote }
}
