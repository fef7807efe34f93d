import { InputGroup, NonIdealState } from '@blueprintjs/core'
import { fileUrl } from 'stoa/admin'
import { memo, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { Article, Till } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import { type Finder, isIn } from '../engine/find.ts'
import { useMessages } from '../messages.ts'
import { ChoiceButtons } from './choice-buttons.tsx'
import { KeyHint } from './key-hint.tsx'

interface Props {
  finder: Finder
  articles: readonly Article[]
  /** Absent on a device that stored its data before categories existed. */
  categories: Till['categories'] | undefined
  words: string
  onWords: (words: string) => void
  onTake: (article: Article) => void
  onCode: (code: string) => void
  field: RefObject<HTMLInputElement | null>
}

/**
 * Items as pictures, filtered by category and text. Enter adds the item with the code or the only match, otherwise it
 * focuses the first one.
 */
export const Articles = memo(({ finder, articles, categories, words, onWords, onTake, onCode, field }: Props) => {
  const say = useMessages()
  const figure = useFigures()
  const id = useId()
  const offered = useMemo(
    () => (categories ?? []).filter((category) => articles.some((article) => isIn(article, category.id))),
    [categories, articles],
  )
  const [chosen, setChosen] = useState<number>()
  const category = offered.some((entry) => entry.id === chosen) ? chosen : undefined
  const visibleArticles = useMemo(() => finder.byWords(words, category), [finder, words, category])
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
    // An ambiguous partial code must not add the first match.
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
        rightElement={<KeyHint name="F2" />}
        aria-keyshortcuts="F2"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        inputRef={field}
        value={words}
        onValueChange={onWords}
        onKeyDown={keys}
      />
      {offered.length > 1 && (
        <ChoiceButtons
          label={say('categories')}
          className="till-categories"
          options={[{ value: undefined, text: say('allCategories') }, ...offered.map(({ id: value, title: text }) => ({ value, text }))]}
          chosen={category}
          onChoose={setChosen}
        />
      )}
      {visibleArticles.length === 0 ? (
        <NonIdealState title={articles.length === 0 ? say('noArticles') : say('nothingFound')} />
      ) : (
        // Arrows go from one button in it to the next.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <ul ref={grid} className="till-grid" onKeyDown={move}>
          {visibleArticles.map((article) => (
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
