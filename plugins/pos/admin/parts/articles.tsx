import { InputGroup, NonIdealState } from '@blueprintjs/core'
import { fileUrl } from '#admin'
import { memo, useId, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { Article } from '../../wire.ts'
import { useFigures } from '../engine/figures.ts'
import type { Finder } from '../engine/find.ts'
import { useTexts } from '../texts.ts'

interface Props {
  finder: Finder
  empty: boolean
  words: string
  onWords: (words: string) => void
  onTake: (article: Article) => void
  onCode: (code: string) => void
  field: RefObject<HTMLInputElement | null>
}

/** All there is to sell, as pictures. What is typed narrows it; Enter takes what has the code, or the only one left, else goes to the first. */
export const Articles = memo(({ finder, empty, words, onWords, onTake, onCode, field }: Props) => {
  const say = useTexts()
  const figure = useFigures()
  const id = useId()
  const shown = useMemo(() => finder.byWords(words), [finder, words])
  const grid = useRef<HTMLUListElement>(null)
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      grid.current?.querySelector('button')?.focus()
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    const typed = event.currentTarget.value.trim()
    if (typed === '') return
    const [only, ...others] = finder.byCode(typed) ? [] : finder.byWords(typed)
    // Which of several is meant, only the person knows: a part of a code must not sell the first that holds it.
    if (others.length > 0) return grid.current?.querySelector('button')?.focus()
    onWords('')
    if (only) onTake(only)
    else onCode(typed)
  }
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const across = buttons.filter((b) => b.offsetTop === buttons[0]?.offsetTop).length
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }[event.key]
    if (step === undefined || now < 0) return
    event.preventDefault()
    const next = buttons[now + step]
    if (next) next.focus()
    else if (step < 0) field.current?.focus()
  }
  return (
    <section className="till-articles" aria-label={say('products')}>
      <label className="sr-only" htmlFor={id}>
        {say('search')}
      </label>
      <InputGroup
        id={id}
        type="search"
        size="large"
        leftIcon="search"
        placeholder={say('search')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        inputRef={field}
        value={words}
        onValueChange={onWords}
        onKeyDown={keys}
      />
      {shown.length === 0 ? (
        <NonIdealState title={empty ? say('noArticles') : say('nothingFound')} />
      ) : (
        // Arrows go from one button in it to the next.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <ul ref={grid} className="till-grid" onKeyDown={move}>
          {shown.map((article) => (
            <li key={article.id}>
              <button type="button" className="till-article" onClick={() => onTake(article)}>
                <span className="till-picture">
                  {article.image ? (
                    <img src={`${fileUrl(article.image)}?w=320`} alt="" loading="lazy" decoding="async" />
                  ) : (
                    <span aria-hidden>{[...article.name][0] ?? ''}</span>
                  )}
                </span>
                <span className="till-name">{article.name}</span>
                {article.choice && <span className="till-choice">{article.choice}</span>}
                <span className="till-foot">
                  <strong className="num">{figure(article.pay)}</strong>
                  {article.available !== null && (
                    <small className={article.available > 0 ? 'quiet' : 'is-bad'}>
                      {article.available > 0 ? say('left', { count: article.available }) : say('soldOut')}
                    </small>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
})
