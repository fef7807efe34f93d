import { InputGroup } from '@blueprintjs/core'
import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import type { Article } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import type { Finder } from '../engine/find.ts'
import { useMessages } from '../messages.ts'
import { KeyHint } from './key-hint.tsx'

interface Props {
  finder: Finder
  words: string
  onWords: (words: string) => void
  onCode: (code: string) => void
  onTake: (article: Article) => void
  field: RefObject<HTMLInputElement | null>
}

const MOST = 8

/** Keyboard input: a code, "3*code", or text; Enter adds the highlighted match. */
export function Plain({ finder, words, onWords, onCode, onTake, field }: Props) {
  const say = useMessages()
  const figure = useFigures()
  const id = useId()
  const [at, setAt] = useState(0)
  const code = words.replace(/^\d{1,4}\s*[*x×]\s*/i, '')
  const found = words.trim() === '' || finder.byCode(code) ? [] : finder.byWords(code).slice(0, MOST)
  const marked = found[Math.min(at, found.length - 1)]
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setAt((now) => Math.max(0, Math.min(found.length - 1, now + (event.key === 'ArrowDown' ? 1 : -1))))
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    const typed = event.currentTarget.value.trim()
    if (typed === '') return
    onWords('')
    setAt(0)
    if (marked) onTake(marked)
    else onCode(typed)
  }
  return (
    <section className="till-plain">
      <label className="sr-only" htmlFor={id}>
        {say('search')}
      </label>
      <InputGroup
        id={id}
        size="large"
        leftIcon="barcode"
        placeholder={say('search')}
        rightElement={<KeyHint name="F2" />}
        aria-keyshortcuts="F2"
        autoFocus
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        inputRef={field}
        value={words}
        onValueChange={(typed) => {
          setAt(0)
          onWords(typed)
        }}
        onKeyDown={keys}
      />
      {found.length > 0 && (
        <ul className="till-found">
          {found.map((article) => (
            <li key={article.id} className={article === marked ? 'is-marked' : undefined}>
              <button type="button" tabIndex={-1} onClick={() => onTake(article)}>
                <span>
                  {article.name} {article.choice && <span className="quiet">{article.choice}</span>}
                </span>
                <span className="quiet">{article.sku}</span>
                <strong className="num">{figure(article.pay)}</strong>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="quiet till-keys">{say('keys')}</p>
    </section>
  )
}
