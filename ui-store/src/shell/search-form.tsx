import { useLocation, useNavigate } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { SearchIcon } from '../kit/icons.tsx'
import { useShop } from '../kit/shop.tsx'
import { keywordProblem } from '../kit/keyword.ts'
import { optionId, SuggestionList } from './suggestions.tsx'
import { useSuggestions } from './use-suggestions.ts'

/** Path of the search results. */
const FOUND = '/search/$keyword'

/** The search field is shown only when a plugin provides search results. */
export const useSearchable = (): boolean => useShop().bootstrap.routes.some(({ path }) => path === FOUND)

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

interface SearchFormProps {
  keyword?: string
  large?: boolean
  /** Focused when its menu opens. */
  first?: boolean
}

/** Search form. Without scripts the server redirects `/search?keyword=` to the real URL. */
export const SearchForm = ({ keyword: initialKeyword, large = false, first = false }: SearchFormProps) => {
  const { t, prefix } = useShop()
  // The field in the header keeps the current keyword.
  const here = useLocation({ select: ({ pathname }) => /^\/search\/([^/]+)$/.exec(pathname)?.[1] })
  const keyword = initialKeyword ?? (here ? decoded(here) : '')
  const navigate = useNavigate()
  const searchable = useSearchable()
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const box = useRef<HTMLInputElement>(null)
  // An open menu or a phone's keyboard would hide the results.
  const leave = () => {
    box.current?.closest('details')?.removeAttribute('open')
    box.current?.blur()
  }
  const { found: suggested, chosen, typed, close, onKeyDown, offered } = useSuggestions(leave)
  const isOpen = suggested.length > 0
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = event.currentTarget.elements.namedItem('keyword') as HTMLInputElement
    const found = keywordProblem(input.value)
    setProblem(found)
    if (found) {
      input.focus()
      return
    }
    close()
    leave()
    void navigate({ to: FOUND, params: { keyword: input.value.trim() } as never })
  }
  if (!searchable) return null
  return (
    <search className={large ? 'search search-large' : 'search'}>
      <form action={`${prefix}/search`} noValidate onSubmit={submit}>
        <label className="visually-hidden" htmlFor={id}>
          {t('shell.search.label')}
        </label>
        <input
          ref={box}
          id={id}
          name="keyword"
          type="search"
          defaultValue={keyword}
          key={keyword}
          autoComplete="off"
          placeholder={t('shell.search.placeholder')}
          maxLength={80}
          data-first-focus={first || undefined}
          aria-invalid={problem !== null}
          aria-describedby={problem ? `${id}-problem` : undefined}
          {...(offered && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': isOpen,
            'aria-controls': isOpen ? `${id}-list` : undefined,
            'aria-activedescendant': chosen < 0 ? undefined : optionId(`${id}-list`, chosen),
          })}
          onInput={(event) => {
            setProblem(null)
            typed(event.currentTarget.value)
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <button type="submit" className="icon-button" aria-label={t('shell.search.submit')}>
          <SearchIcon />
        </button>
        {isOpen && (
          <SuggestionList
            id={`${id}-list`}
            found={suggested}
            chosen={chosen}
            onChoose={() => {
              close()
              leave()
            }}
          />
        )}
        {problem && (
          <p className="field-problem" id={`${id}-problem`} role="alert">
            {t(problem)}
          </p>
        )}
      </form>
    </search>
  )
}
