import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Candidate } from 'stoa/api-types'
import { optionsQuery } from '../../api/resource.ts'
import { ASK_AFTER_MS, useDebounced } from '../../common/use-debounced.ts'
import { useT } from '../../i18n/index.ts'

const none: Candidate[] = []

/** What is called exactly so first, then what begins so. */
function bestFirst(options: Candidate[], query: string): Candidate[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return options
  const rank = ({ label }: Candidate) => {
    const name = label.toLowerCase()
    return name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2
  }
  return [...options].sort((a, b) => rank(a) - rank(b))
}

/** What a held Enter does when its answer is there: the list does it, or where that is closed the field is given the first one. */
function handleEnter(
  field: EventTarget,
  { choose, items: [first] }: { choose: (option: Candidate) => void; items: readonly Candidate[] },
): void {
  if (document.activeElement !== field) return first && choose(first)
  for (const type of ['keydown', 'keyup']) field.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, cancelable: true }))
}

/** The keys that leave what was typed, and an Enter that waits, as they are. */
const quiet = new Set(['Tab', 'Shift', 'Enter'])

/**
 * Candidates of a relation by what is typed. An Enter that comes before the answer waits for it: it must never mean a
 * list from before the typing. `choose` is called where the field was left meanwhile.
 */
export function useCandidates(resource: string, choose: (option: Candidate) => void) {
  const { t, language } = useT()
  const [query, setQuery] = useState('')
  const asked = useDebounced(query, ASK_AFTER_MS)
  const found = useQuery(optionsQuery(resource, { q: asked }, language))
  const awaited = asked !== query || found.isPlaceholderData || found.isPending
  const items = useMemo(() => bestFirst(found.data ?? none, asked), [found.data, asked])
  const held = useRef<EventTarget>(null)
  const latest = useRef({ choose, items })
  useEffect(() => {
    const chosen = (option: Candidate) => {
      setQuery('')
      choose(option)
    }
    latest.current = { choose: chosen, items }
  })
  useEffect(() => {
    const field = held.current
    if (awaited || !field) return
    held.current = null
    // Once the list has been drawn with the answer, and with the first of it marked.
    setTimeout(() => handleEnter(field, latest.current))
  }, [awaited])

  const keys = {
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (!quiet.has(event.key)) held.current = null
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || !awaited || query.trim() === '') return
      event.preventDefault()
      event.stopPropagation()
      held.current = event.target
    },
  }
  /** Stands at the end of the line of one that is switched off. */
  const noteOf = ({ enabled }: Candidate) => (enabled === false ? t('status.disabled') : '')
  return { query, setQuery, items, keys, noteOf }
}
