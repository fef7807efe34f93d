import { InputGroup, Menu, MenuItem } from '@blueprintjs/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '../i18n/index.ts'
import './find-box.css'
import { ASK_AFTER_MS, useDebounced } from './use-debounced.ts'

export interface FindBoxProps<T> {
  id: string
  /** Accessible name of the result list. */
  label: string
  placeholder?: string
  /** Minimum number of characters before a search; 0 opens the list at once. */
  least?: number
  /** Query key without the search text. */
  queryKey: readonly unknown[]
  ask: (words: string) => Promise<readonly T[]>
  /** Hides results. */
  hidden?: (found: T) => boolean
  draw: (found: T) => { key: number; text: ReactNode; aside?: ReactNode }
  take: (found: T) => void
}

/** Waits for a render, so that the next result is added to the updated list. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

/**
 * Search field that adds items one by one. Enter takes the first result, even before the list is shown, so that barcode scanners work;
 * further scans are queued.
 */
export function FindBox<T>({ id, label, placeholder, least = 0, queryKey, ask, hidden, draw, take }: FindBoxProps<T>) {
  const { t } = useT()
  const client = useQueryClient()
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const [missed, setMissed] = useState('')
  const debouncedQuery = useDebounced(query, ASK_AFTER_MS)
  const searching = (words: string) => ({ queryKey: [...queryKey, words], queryFn: () => ask(words) })
  const { data = [] } = useQuery({
    ...searching(debouncedQuery),
    enabled: open && debouncedQuery.trim().length >= least,
    placeholderData: keepPreviousData,
  })
  const found = query.trim().length < least ? [] : data.filter((candidate) => !hidden?.(candidate))
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  }, [take])
  const line = useRef(Promise.resolve())
  const takeFirst = async (words: string) => {
    const [first] = await client.fetchQuery(searching(words)).catch(() => [])
    if (first) latest.current(first)
    else setMissed(words)
    await settle()
  }
  // The "not found" message stays while the next text is typed, because a scanner types faster than anybody reads.
  const close = () => {
    setMissed('')
    setOpen(false)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    if (event.key !== 'Enter') return
    // Enter must not submit the surrounding form.
    event.preventDefault()
    const words = query.trim()
    if (words === '' || words.length < least) return
    setQuery('')
    setOpen(false)
    line.current = line.current.then(() => takeFirst(words))
  }
  return (
    <div className="find-box" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}>
      <InputGroup
        id={id}
        type="search"
        autoComplete="off"
        {...(placeholder === undefined ? {} : { placeholder })}
        value={query}
        onValueChange={(next) => {
          setQuery(next)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={key}
      />
      <p role="status" className={missed ? 'quiet small' : 'sr-only'}>
        {missed && `${missed}: ${t('common.nothingFound')}`}
      </p>
      {open && found.length > 0 && (
        <Menu className="find-box-list" aria-label={label}>
          {found.map((candidate) => {
            const drawn = draw(candidate)
            return (
              <MenuItem
                key={drawn.key}
                text={drawn.text}
                labelElement={drawn.aside && <span className="num small">{drawn.aside}</span>}
                onClick={() => {
                  take(candidate)
                  setQuery('')
                  close()
                }}
              />
            )
          })}
        </Menu>
      )}
    </div>
  )
}
