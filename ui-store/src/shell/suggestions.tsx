import { useEffect, useRef } from 'react'
import { Link } from '../kit/link.tsx'
import { Picture } from '../kit/picture.tsx'
import { useT } from '../kit/shop.tsx'
import type { Suggestion } from '../kit/types.ts'

interface SuggestionsProps {
  id: string
  found: readonly Suggestion[]
  chosen: number
  onChoose: () => void
}

/** Element id of a suggestion, for aria-activedescendant of the search field. */
export const optionId = (id: string, place: number) => `${id}-${place}`

/** The suggestions below a search field (listbox). The focus stays in the field. */
export const SuggestionList = ({ id, found, chosen, onChoose }: SuggestionsProps) => {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen >= 0) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const groups = [...new Set(found.map(({ group }) => group))]
  return (
    <div
      ref={list}
      className="suggestions"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select can hold neither pictures nor links
      role="listbox"
      tabIndex={-1}
      id={id}
      aria-label={t('shell.search.suggestions')}
      // Prevents the field from losing focus, which would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map((group, index) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a part of the list, no form
        <div key={group} role="group" aria-labelledby={`${id}-group-${index}`}>
          <p className="suggestions-head" id={`${id}-group-${index}`} role="presentation">
            {group}
          </p>
          {found.map((suggestion, place) =>
            suggestion.group === group ? (
              <Link
                key={suggestion.to}
                to={suggestion.to}
                preload={false}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it also opens in a tab of its own
                role="option"
                id={optionId(id, place)}
                aria-selected={place === chosen}
                tabIndex={-1}
                className="suggestion"
                onClick={onChoose}
              >
                {suggestion.image !== undefined && (
                  <span className="suggestion-picture">
                    <Picture
                      path={suggestion.image}
                      alt=""
                      seed={suggestion.seed ?? 0}
                      name={suggestion.title}
                      width={40}
                      height={50}
                      sizes="40px"
                    />
                  </span>
                )}
                <span className="suggestion-title">{suggestion.title}</span>
                {suggestion.detail && <span className="suggestion-detail">{suggestion.detail}</span>}
              </Link>
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}
