import { InputGroup, Menu, MenuItem } from '@blueprintjs/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '../i18n/index.ts'
import './find-box.css'
import { ASK_AFTER_MS, useDebounced } from './use-debounced.ts'

export interface FindBoxProps<T> {
  id: string
  /** What the list of what was found is called. */
  label: string
  placeholder?: string
  /** Letters to be typed before anything is asked for; none: the list opens with the first ones. */
  least?: number
  /** Key of the query, without what is typed. */
  queryKey: readonly unknown[]
  ask: (words: string) => Promise<readonly T[]>
  /** What the list leaves out. */
  hidden?: (found: T) => boolean
  draw: (found: T) => { key: number; text: ReactNode; aside?: ReactNode }
  take: (found: T) => void
}

/** Lets one answer be drawn before the next is taken, so that each is added to what the one before has left. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

/**
 * Finds things to add, one after the other. Enter takes the first one, also before the list is there, so scanners work;
 * what is scanned while an answer is awaited waits in line.
 */
export function FindBox<T>({ id, label, placeholder, least = 0, queryKey, ask, hidden, draw, take }: FindBoxProps<T>) {
  const { t } = useT()
  const client = useQueryClient()
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const [missed, setMissed] = useState('')
  const asked = useDebounced(query, ASK_AFTER_MS)
  const searching = (words: string) => ({ queryKey: [...queryKey, words], queryFn: () => ask(words) })
  const { data = [] } = useQuery({ ...searching(asked), enabled: open && asked.trim().length >= least, placeholderData: keepPreviousData })
  const found = query.trim().length < least ? [] : data.filter((one) => !hidden?.(one))
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
  // What was not found stays told while the next thing is typed: a scanner types before anybody could read it.
  const close = () => {
    setMissed('')
    setOpen(false)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    if (event.key !== 'Enter') return
    // Enter must not send the form around.
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
          {found.map((one) => {
            const drawn = draw(one)
            return (
              <MenuItem
                key={drawn.key}
                text={drawn.text}
                labelElement={drawn.aside && <span className="num small">{drawn.aside}</span>}
                onClick={() => {
                  take(one)
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
